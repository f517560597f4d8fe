/** @module The status that the Deployment controller writes: counts, Available and Progressing. */

import { formatTime } from '../../../kube/micro-time.ts';
import type { Deployment, ReplicaSet } from '../../../kube/resources.ts';
import { millisecondsOf } from '../times.ts';
import { maxUnavailable } from './fenceposts.ts';
import { type Sets, specReplicas, sum } from './replica-sets.ts';

type Status = NonNullable<Deployment['status']>;
type Condition = NonNullable<Status['conditions']>[number];

/** The status now. Counts of zero are absent, as the real controller leaves them out. */
export function deploymentStatus(deployment: Deployment, sets: Sets, { now, created }: Occasion): Status {
  const counts = countReplicas(deployment, sets);
  const before = deployment.status ?? {};
  let conditions: readonly Condition[] = before.conditions ?? [];
  if (created && deployment.spec?.progressDeadlineSeconds !== undefined) {
    const message = `Created new replica set "${sets.current?.metadata.name}"`;
    conditions = withCondition(conditions, progressing('True', 'NewReplicaSetCreated', message), now);
  }
  conditions = withCondition(conditions, availability(deployment, counts.availableReplicas), now);
  if (sets.all.length > 0) conditions = withProgress({ deployment, sets, counts, conditions, now });
  const { collisionCount } = before;
  return {
    ...withoutZeros(counts),
    ...(collisionCount === undefined ? {} : { collisionCount }),
    conditions,
  };
}

/** When the status is taken, and whether the new ReplicaSet was made just now. */
export interface Occasion {
  readonly now: number;
  readonly created: boolean;
}

/** When the rollout will have taken too long, in milliseconds since 1970; undefined when it is not on. */
export function progressDeadline(deployment: Deployment): number | undefined {
  const seconds = deployment.spec?.progressDeadlineSeconds;
  const progressing = find(deployment.status?.conditions ?? [], 'Progressing');
  if (seconds === undefined || progressing?.status !== 'True') return undefined;
  if (progressing.reason === 'NewReplicaSetAvailable' || progressing.reason === 'DeploymentPaused') {
    return undefined;
  }
  return millisecondsOf(progressing.lastUpdateTime) + seconds * 1000;
}

type Counts = ReturnType<typeof countReplicas>;

function countReplicas(deployment: Deployment, { all, current }: Sets) {
  const availableReplicas = sum(all, (set) => set.status?.availableReplicas ?? 0);
  return {
    observedGeneration: deployment.metadata.generation ?? 0,
    replicas: sum(all, actual),
    updatedReplicas: current === undefined ? 0 : actual(current),
    readyReplicas: sum(all, (set) => set.status?.readyReplicas ?? 0),
    availableReplicas,
    unavailableReplicas: Math.max(0, sum(all, specReplicas) - availableReplicas),
  };
}

function actual(set: ReplicaSet): number {
  return set.status?.replicas ?? 0;
}

function withoutZeros(counts: Counts): Partial<Counts> {
  return Object.fromEntries(Object.entries(counts).filter(([, count]) => count !== 0));
}

type Verdict = Pick<Condition, 'type' | 'status' | 'reason' | 'message'>;

function availability(deployment: Deployment, available: number): Verdict {
  const enough = available >= (deployment.spec?.replicas ?? 1) - maxUnavailable(deployment);
  return enough
    ? {
        type: 'Available',
        status: 'True',
        reason: 'MinimumReplicasAvailable',
        message: 'Deployment has minimum availability.',
      }
    : {
        type: 'Available',
        status: 'False',
        reason: 'MinimumReplicasUnavailable',
        message: 'Deployment does not have minimum availability.',
      };
}

interface Progress {
  readonly deployment: Deployment;
  readonly sets: Sets;
  readonly counts: Counts;
  readonly conditions: readonly Condition[];
  readonly now: number;
}

function withProgress(progress: Progress): readonly Condition[] {
  const { deployment, conditions, now } = progress;
  if (deployment.spec?.progressDeadlineSeconds === undefined) {
    return conditions.filter(({ type }) => type !== 'Progressing');
  }
  const paused = pausedVerdict(deployment, find(conditions, 'Progressing'));
  if (deployment.spec.paused === true) {
    return paused === undefined ? conditions : withCondition(conditions, paused, now);
  }
  const verdict = progressVerdict(progress);
  if (verdict === undefined) return conditions;
  const advancing = verdict.reason === 'ReplicaSetUpdated';
  return withCondition(conditions, verdict, now, { refresh: advancing });
}

function progressVerdict({ deployment, sets, counts, conditions, now }: Progress): Verdict | undefined {
  const previous = find(conditions, 'Progressing');
  const subject =
    sets.current === undefined
      ? `Deployment "${deployment.metadata.name}"`
      : `ReplicaSet "${sets.current.metadata.name}"`;
  if (counts.replicas === counts.updatedReplicas && previous?.reason === 'NewReplicaSetAvailable') {
    return undefined;
  }
  if (isComplete(deployment, counts)) {
    return progressing('True', 'NewReplicaSetAvailable', `${subject} has successfully progressed.`);
  }
  if (hasAdvanced(deployment.status ?? {}, counts)) {
    return progressing('True', 'ReplicaSetUpdated', `${subject} is progressing.`);
  }
  if (previous === undefined || previous.reason === 'DeploymentPaused') {
    return previous === undefined
      ? progressing('True', 'FoundNewReplicaSet', `Found new replica set "${sets.current?.metadata.name}"`)
      : progressing('Unknown', 'DeploymentResumed', 'Deployment is resumed');
  }
  const deadline = progressDeadline({ ...deployment, status: { conditions } });
  if (deadline === undefined || now <= deadline) return undefined;
  return progressing('False', 'ProgressDeadlineExceeded', `${subject} has timed out progressing.`);
}

function pausedVerdict(deployment: Deployment, previous: Condition | undefined): Verdict | undefined {
  if (deployment.spec?.paused !== true || previous?.reason === 'ProgressDeadlineExceeded') return undefined;
  return progressing('Unknown', 'DeploymentPaused', 'Deployment is paused');
}

function isComplete(deployment: Deployment, counts: Counts): boolean {
  const desired = deployment.spec?.replicas ?? 1;
  return (
    counts.updatedReplicas === desired && counts.replicas === desired && counts.availableReplicas === desired
  );
}

function hasAdvanced(before: Status, counts: Counts): boolean {
  const { replicas = 0, updatedReplicas = 0, readyReplicas = 0, availableReplicas = 0 } = before;
  return (
    counts.updatedReplicas > updatedReplicas ||
    counts.replicas - counts.updatedReplicas < replicas - updatedReplicas ||
    counts.readyReplicas > readyReplicas ||
    counts.availableReplicas > availableReplicas
  );
}

function progressing(status: string, reason: string, message: string): Verdict {
  return { type: 'Progressing', status, reason, message };
}

function find(conditions: readonly Condition[], type: string): Condition | undefined {
  return conditions.find((condition) => condition.type === type);
}

/** Status and reason decide whether anything changed; the transition time moves with the status alone. */
function withCondition(
  conditions: readonly Condition[],
  verdict: Verdict,
  now: number,
  { refresh = false } = {},
): readonly Condition[] {
  const previous = find(conditions, verdict.type);
  if (!refresh && previous?.status === verdict.status && previous.reason === verdict.reason)
    return conditions;
  const time = formatTime(now);
  const kept = previous?.status === verdict.status ? previous.lastTransitionTime : undefined;
  return [
    ...conditions.filter(({ type }) => type !== verdict.type),
    { ...verdict, lastUpdateTime: time, lastTransitionTime: kept ?? time },
  ];
}
