/** @module `dbm reconcile --dry-run`: what a pass would do, without doing it. */

import type { ActionSummary } from '../../core/describe-action.ts';
import { describeAction, formatDifference } from '../../core/describe-action.ts';
import type { Plan } from '../../core/plan.ts';
import { preview } from '../../core/preview.ts';
import type { Client } from '../../kube/client.ts';
import { formatKey, type ObjectKey } from '../../kube/object.ts';
import { inParallel } from '../in-parallel.ts';
import type { Io } from '../io.ts';

/** What would be done to one instance, secrets masked. */
export interface PlannedInstance {
  readonly key: ObjectKey;
  readonly actions: readonly ActionSummary[];
  /** Why nothing would be done. */
  readonly halt: Plan['halt'];
}

const AT_A_TIME = 8;

/** The plans of all instances that exist, in the order of `keys`. Reads only. */
export async function planAll(
  client: Client,
  keys: readonly ObjectKey[],
  { clock, signal }: Pick<Io, 'clock' | 'signal'>,
): Promise<readonly PlannedInstance[]> {
  const deps = { reader: client, live: client, now: clock.now, signal };
  const plans = await inParallel(keys, AT_A_TIME, async (key) => ({ key, plan: await preview(key, deps) }));
  return plans.flatMap(({ key, plan }) =>
    plan === undefined ? [] : [{ key, actions: plan.actions.map(describeAction), halt: plan.halt }],
  );
}

/** The plans as data. */
export function plansDocument(plans: readonly PlannedInstance[]): Readonly<Record<string, unknown>> {
  return { dryRun: true, instances: plans.map(({ key, actions, halt }) => ({ ...key, actions, halt })) };
}

/** The plans as text: a paragraph for each instance that there is something to say about. */
export function formatPlans(plans: readonly PlannedInstance[]): string {
  return plans.map((plan) => `${paragraph(plan).join('\n')}\n`).join('');
}

function paragraph({ key, actions, halt }: PlannedInstance): readonly string[] {
  const name = formatKey(key);
  if (halt !== undefined) return [`${name}: ${halt.kind} (${halt.reason}): ${halt.message}`];
  if (actions.length === 0) return [`${name}: nothing to do`];
  return [`${name}:`, ...actions.flatMap(describeLines)];
}

function describeLines({ verb, kind, name, differences }: ActionSummary): readonly string[] {
  return [
    `  ${verb} ${kind} ${name}`,
    ...differences.map((difference) => `    ${formatDifference(difference)}`),
  ];
}
