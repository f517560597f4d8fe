/** @module What `dbm reconcile` tells: a table for people, a document for programs, an exit code. */
import type { ActionSummary } from '../../core/describe-action.ts';
import type { Outcome, ReconcileResult } from '../../core/reconcile.ts';
import { formatKey } from '../../kube/object.ts';
import { CliError } from '../errors/cli-error.ts';
import { describeError } from '../errors/describe.ts';
import { FAILED, NOT_CONVERGED } from '../exit-codes.ts';
import type { Palette } from '../output/colour.ts';
import { type Column, formatTable } from '../output/table.ts';

/** The results as data: `summary` counts the outcomes, `instances` has one entry each. */
export function reportDocument(results: readonly ReconcileResult[]): Readonly<Record<string, unknown>> {
  return {
    summary: {
      total: results.length,
      changed: results.filter(hasChanged).length,
      ...Object.fromEntries(OUTCOMES.map((outcome) => [outcome, countOf(results, outcome)])),
    },
    instances: results.map(({ key, outcome, reason, message, actions, status }) => ({
      ...key,
      outcome,
      reason,
      message,
      actions,
      status,
    })),
  };
}

/** The results as a table. */
export function reportTable(
  results: readonly ReconcileResult[],
  { withNamespace, palette }: { readonly withNamespace: boolean; readonly palette: Palette },
): string {
  const columns: readonly Column<ReconcileResult>[] = [
    ...(withNamespace
      ? [{ heading: 'NAMESPACE', cell: ({ key }: ReconcileResult) => key.namespace ?? '' }]
      : []),
    { heading: 'NAME', cell: ({ key }) => key.name },
    {
      heading: 'OUTCOME',
      cell: ({ outcome }) => outcome,
      colour: ({ outcome }) => colourOf(outcome, palette),
    },
    { heading: 'CHANGES', cell: ({ actions }) => changesOf(actions) },
    { heading: 'MESSAGE', cell: ({ message = '' }) => message },
  ];
  return formatTable(columns, results);
}

/** Whether anything but the status was written. */
export function hasChanged({ actions }: ReconcileResult): boolean {
  return actions.some(({ verb }) => verb !== 'status');
}

/**
 * The error that the results amount to: failed requests before what is Stalled; with `all`, whatever is not
 * converged counts. Undefined when all is well.
 */
export function reportFailure(
  results: readonly ReconcileResult[],
  { mustConverge }: { readonly mustConverge: boolean },
): CliError | undefined {
  const bad = results.filter(({ outcome }) => isBad(outcome, mustConverge));
  if (bad.length === 0) return undefined;
  const anyFailed = bad.some(({ outcome }) => outcome === 'failed');
  return new CliError(`${bad.length} of ${results.length} did not converge`, {
    reason: anyFailed ? 'Failed' : 'NotConverged',
    exitCode: anyFailed ? exitCodeOf(bad) : NOT_CONVERGED,
    causes: bad.map(({ key, outcome, reason = '', message = '' }) => ({
      message: `${formatKey(key)}: ${outcome} (${reason}): ${message}`,
      reason,
    })),
    document: reportDocument(results),
  });
}

const OUTCOMES = ['converged', 'progressing', 'stalled', 'failed', 'suspended', 'gone'] as const;

function isBad(outcome: Outcome, mustConverge: boolean): boolean {
  switch (outcome) {
    case 'failed':
    case 'stalled':
      return true;
    case 'progressing':
      return mustConverge;
    case 'converged':
    case 'suspended':
    case 'gone':
      return false;
  }
}

/** When all of them fail the same way, such as by an unreachable server, the exit code says so. */
function exitCodeOf(bad: readonly ReconcileResult[]): number {
  const codes = new Set(bad.map(({ error }) => describeError(error, NEVER).exitCode));
  const [code = FAILED] = codes;
  return codes.size === 1 ? code : FAILED;
}

const NEVER = { signal: new AbortController().signal };

function countOf(results: readonly ReconcileResult[], wanted: Outcome): number {
  return results.filter(({ outcome }) => outcome === wanted).length;
}

function changesOf(actions: readonly ActionSummary[]): string {
  const count = (wanted: ActionSummary['verb']) => actions.filter(({ verb }) => verb === wanted).length;
  const parts = [
    [count('create'), 'created'],
    [count('apply'), 'changed'],
    [count('delete'), 'deleted'],
  ] as const;
  const told = parts.filter(([number]) => number > 0).map(([number, word]) => `${number} ${word}`);
  return told.length === 0 ? 'none' : told.join(', ');
}

function colourOf(outcome: Outcome, { green, red, yellow }: Palette): (text: string) => string {
  switch (outcome) {
    case 'converged':
      return green;
    case 'failed':
    case 'stalled':
      return red;
    case 'progressing':
    case 'suspended':
    case 'gone':
      return yellow;
  }
}
