/** @module The status of a pod, put together from its containers' as the kubelet does. */

import { formatTime } from '../../../kube/micro-time.ts';
import type { Pod } from '../../../kube/resources.ts';
import type { ContainerStatus } from './container-state.ts';

export type PodStatus = NonNullable<Pod['status']>;
type Condition = NonNullable<PodStatus['conditions']>[number];

/** Phase and conditions of a pod on the node; all else is kept. */
export function withContainers(
  pod: Pod,
  containerStatuses: readonly ContainerStatus[],
  now: number,
): PodStatus {
  const phase = phaseOf(pod, containerStatuses);
  const unready = containerStatuses.filter(({ ready }) => !ready).map(({ name }) => name);
  const verdict = readiness(phase, unready);
  const previous = pod.status?.conditions ?? [];
  const conditions: readonly Verdict[] = [
    { type: 'Initialized', status: 'True' },
    { type: 'Ready', ...verdict },
    { type: 'ContainersReady', ...verdict },
    { type: 'PodScheduled', status: 'True' },
  ];
  return {
    ...pod.status,
    phase,
    conditions: conditions.map((condition) => dated(condition, previous, now)),
    containerStatuses,
  };
}

/** The status of a pod that no node takes. */
export function unscheduled(pod: Pod, message: string, now: number): PodStatus {
  const verdict: Verdict = { type: 'PodScheduled', status: 'False', reason: 'Unschedulable', message };
  return {
    ...pod.status,
    phase: 'Pending',
    conditions: [dated(verdict, pod.status?.conditions ?? [], now)],
  };
}

type Verdict = Pick<Condition, 'type' | 'status' | 'reason' | 'message'>;

function dated(verdict: Verdict, previous: readonly Condition[], now: number): Condition {
  const before = previous.find(({ type }) => type === verdict.type);
  const since = before?.status === verdict.status ? before.lastTransitionTime : undefined;
  return { ...verdict, lastTransitionTime: since ?? formatTime(now) };
}

function readiness(phase: string, unready: readonly string[]): Omit<Verdict, 'type'> {
  if (phase === 'Succeeded') return { status: 'False', reason: 'PodCompleted' };
  if (unready.length === 0) return { status: 'True' };
  const message = `containers with unready status: [${unready.join(' ')}]`;
  return { status: 'False', reason: phase === 'Failed' ? 'PodFailed' : 'ContainersNotReady', message };
}

function phaseOf(pod: Pod, containers: readonly ContainerStatus[]): string {
  const policy = pod.spec?.restartPolicy ?? 'Always';
  const codes = containers.map(({ state }) => state?.terminated?.exitCode);
  const allEnded = codes.every((code) => code !== undefined);
  if (allEnded && policy === 'Never') return codes.every((code) => code === 0) ? 'Succeeded' : 'Failed';
  if (allEnded && policy === 'OnFailure' && codes.every((code) => code === 0)) return 'Succeeded';
  const waitsForFirstStart = containers.some(
    ({ state, lastState }) => state?.waiting !== undefined && lastState?.terminated === undefined,
  );
  return waitsForFirstStart ? 'Pending' : 'Running';
}
