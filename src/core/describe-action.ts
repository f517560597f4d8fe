/** @module What an action does, in a form for people and for JSON: without secrets. */
import type { Action } from './action.ts';
import type { Difference } from './drift.ts';

/** One write, done or intended. */
export interface ActionSummary {
  readonly verb: 'create' | 'apply' | 'delete' | 'status';
  readonly kind: string;
  readonly name: string;
  readonly namespace: string;
  /** Of an apply only. Values of Secrets are masked. */
  readonly differences: readonly Difference[];
}

const MASK = '***';

/** Summary of one action. */
export function describeAction(action: Action): ActionSummary {
  const { kind, metadata } = action.object;
  return {
    verb: action.verb,
    kind,
    name: metadata.name ?? '',
    namespace: metadata.namespace ?? '',
    differences:
      action.verb === 'apply' ? action.differences.map((difference) => masked(kind, difference)) : [],
  };
}

/** `spec.replicas is 5, should be 2`: the same words in log, event, dry run and diff. */
export function formatDifference({ path, want, got }: Difference): string {
  return `${path} is ${formatValue(got)}, should be ${formatValue(want)}`;
}

function masked(kind: string, { path, want, got }: Difference): Difference {
  if (kind !== 'Secret' || !/^(stringData|data)\b/.test(path)) return { path, want, got };
  return { path, want: mask(want), got: mask(got) };
}

function mask(value: unknown): unknown {
  return value === undefined ? undefined : MASK;
}

function formatValue(value: unknown): string {
  return value === undefined ? 'absent' : typeof value === 'string' ? value : JSON.stringify(value);
}
