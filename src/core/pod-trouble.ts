/** @module Why a pod does not become ready, in words that stay the same while the trouble does. */
import type { Pod } from '../kube/resources.ts';
import { reasons } from './reasons.ts';

/** A reason and a message for the Ready condition. */
export interface PodTrouble {
  readonly reason: string;
  readonly message: string;
}

type ContainerStatus = NonNullable<NonNullable<Pod['status']>['containerStatuses']>[number];

/** Both are said in turns while an image cannot be pulled. */
const PULL_FAILURES = new Set(['ErrImagePull', 'ImagePullBackOff']);

/** Waiting that is part of every start. */
const ORDINARY_WAITS = new Set(['ContainerCreating', 'PodInitializing']);

/** The first pod's trouble, in the order of names; undefined when none has any. What is being deleted may well stop. */
export function podTrouble(pods: readonly Pod[]): PodTrouble | undefined {
  const staying = pods.filter(({ metadata }) => metadata.deletionTimestamp === undefined);
  const sorted = staying.sort((a, b) => ((a.metadata.name ?? '') < (b.metadata.name ?? '') ? -1 : 1));
  for (const pod of sorted) {
    const trouble = unschedulable(pod) ?? containerTrouble(pod);
    if (trouble !== undefined) return trouble;
  }
  return undefined;
}

function unschedulable({ metadata, status }: Pod): PodTrouble | undefined {
  const scheduled = status?.conditions?.find(({ type }) => type === 'PodScheduled');
  if (scheduled?.status !== 'False') return undefined;
  return {
    reason: reasons.unschedulable,
    message: `pod ${metadata.name}: ${scheduled.message ?? 'no node takes it'}`,
  };
}

function containerTrouble({ metadata, status }: Pod): PodTrouble | undefined {
  for (const container of status?.containerStatuses ?? []) {
    const trouble = container.ready ? undefined : (waitingTrouble(container) ?? exitTrouble(container));
    if (trouble !== undefined) return { ...trouble, message: `pod ${metadata.name}: ${trouble.message}` };
  }
  return undefined;
}

function waitingTrouble({ image, state }: ContainerStatus): PodTrouble | undefined {
  const reason = state?.waiting?.reason;
  if (reason === undefined || reason === reasons.crashLoopBackOff || ORDINARY_WAITS.has(reason))
    return undefined;
  if (PULL_FAILURES.has(reason)) {
    return { reason: reasons.imagePullBackOff, message: `image ${image} cannot be pulled` };
  }
  return { reason, message: state?.waiting?.message ?? reason };
}

/** The same words whether the container has just exited, waits for its next start or is being tried again. */
function exitTrouble({ name, state, lastState }: ContainerStatus): PodTrouble | undefined {
  const exit = state?.terminated ?? lastState?.terminated;
  if (exit === undefined) return undefined;
  const why = exit.reason === undefined ? '' : ` (${exit.reason})`;
  return {
    reason: reasons.crashLoopBackOff,
    message: `container ${name} exited with code ${exit.exitCode}${why}: see its log`,
  };
}
