/** @module Turns what a pass found and did into status, events and a result. */
import { conditionTypes, findCondition } from '../api/conditions.ts';
import type { DatabaseManager, DatabaseManagerStatus } from '../api/database-manager.ts';
import { controllerOf, type KubeObject, keyOf } from '../kube/object.ts';
import { type Deployment, deployments } from '../kube/resources.ts';
import type { Performed } from './apply.ts';
import type { Halt } from './checks/halt.ts';
import type { ReconcileDeps } from './deps.ts';
import { type ActionSummary, describeAction } from './describe-action.ts';
import { actionEvents, statusEvents } from './events.ts';
import type { Observed } from './observed.ts';
import type { Plan } from './plan.ts';
import { isLate, LATE_AFTER_MS, progressOf, stuckFor } from './progress.ts';
import type { Outcome, ReconcileResult } from './reconcile-result.ts';
import { differsInPassingCountsOnly, statusAfter } from './status.ts';
import { verdictOf } from './verdict.ts';
import { type StatusWritten, writeStatus } from './write-status.ts';

/** A pass whose children are written. */
export interface Pass {
  readonly observed: Observed;
  readonly plan: Plan;
  readonly performed: readonly Performed[];
  /** Why no more was done: the plan's halt, or a refused write. */
  readonly halt: Halt | undefined;
}

/** How soon a child that is to vanish is looked for again, in milliseconds. */
const WAIT_MS = 2_000;

/** So long the number of pods alone is no news in a rollout, in milliseconds: one status less per start. */
const COUNTS_AFTER_MS = 30_000;

/** How often a rollout that is late is looked at, in milliseconds. */
const LATE_LOOK_MS = 10_000;

/** Writes the status when it differs, records the events, and says what came of it all. */
export async function conclude(pass: Pass, deps: ReconcileDeps): Promise<ReconcileResult> {
  const { dm } = pass.observed;
  const done = pass.performed.map(({ action }) => action);
  const actions = done.map(describeAction);
  const now = deps.now();
  const written =
    pass.halt?.kind === 'gone'
      ? undefined
      : await writeStatus(dm, (current) => statusOf(current, pass, now), deps);
  for (const event of actionEvents(dm, pass.plan.instance, done)) deps.record(event);
  if (written === undefined) return goneResult(pass, actions);
  for (const event of statusEvents(written.dm, written.status, done.length > 0)) deps.record(event);
  return resultOf(pass, written, { actions, now });
}

function statusOf(dm: DatabaseManager, pass: Pass, now: number): DatabaseManagerStatus {
  const { observed, plan, performed, halt } = pass;
  const deployment = deploymentAfter(pass);
  const verdict = verdictOf({
    instance: plan.instance,
    halt,
    progress: deployment && progressOf(deployment, observed.pods),
    acted: performed.length > 0,
    pending: plan.withheld.length > 0,
    before: dm.status,
  });
  const after = statusAfter(dm, { instance: plan.instance, deployment, verdict, now });
  const moving =
    deployment !== undefined && verdict.reconciling && stuckFor(deployment, now) < COUNTS_AFTER_MS;
  return moving && dm.status !== undefined && differsInPassingCountsOnly(dm.status, after)
    ? dm.status
    : after;
}

/** The instance's own Deployment as this pass left it. */
function deploymentAfter({ observed, performed }: Pass): Deployment | undefined {
  const stored = performed.map(({ object }) => object).find(isDeployment) ?? observed.children.deployment;
  const isOwn = stored !== undefined && controllerOf(stored)?.uid === observed.dm.metadata.uid;
  return isOwn ? stored : undefined;
}

function isDeployment(object: KubeObject | undefined): object is Deployment {
  return object?.kind === deployments.kind;
}

function goneResult({ observed, halt }: Pass, actions: readonly ActionSummary[]): ReconcileResult {
  const message = halt === undefined ? {} : { message: halt.message };
  return { key: keyOf(observed.dm), outcome: 'gone', actions, ...message };
}

function resultOf(
  pass: Pass,
  { dm, status, written }: StatusWritten,
  { actions, now }: { readonly actions: readonly ActionSummary[]; readonly now: number },
): ReconcileResult {
  const outcome = outcomeOf(status, pass.halt);
  const ready = findCondition(status.conditions, conditionTypes.ready);
  return {
    key: keyOf(dm),
    outcome,
    actions: written ? [...actions, statusAction(dm)] : actions,
    ...(outcome === 'progressing' ? { requeueAfterMs: requeueAfter(pass, now) } : {}),
    status,
    ...(ready === undefined ? {} : { reason: ready.reason, message: ready.message }),
  };
}

function outcomeOf({ conditions }: DatabaseManagerStatus, halt: Halt | undefined): Outcome {
  if (halt?.kind === 'suspended') return 'suspended';
  if (findCondition(conditions, conditionTypes.stalled)?.status === 'True') return 'stalled';
  return findCondition(conditions, conditionTypes.ready)?.status === 'True' ? 'converged' : 'progressing';
}

function requeueAfter(pass: Pass, now: number): number {
  if (pass.halt?.kind === 'waiting') return WAIT_MS;
  const deployment = deploymentAfter(pass);
  return deployment !== undefined && isLate(deployment, now) ? LATE_LOOK_MS : LATE_AFTER_MS;
}

function statusAction({ kind, metadata }: DatabaseManager): ActionSummary {
  return {
    verb: 'status',
    kind,
    name: metadata.name ?? '',
    namespace: metadata.namespace ?? '',
    differences: [],
  };
}
