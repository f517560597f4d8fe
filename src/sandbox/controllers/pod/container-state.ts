/** @module One container's life: its state now, what comes next and after how long. */

import { formatTime } from '../../../kube/micro-time.ts';
import type { Pod } from '../../../kube/resources.ts';
import type { Container } from '../image/environment.ts';
import { parseImageName } from '../image/image-name.ts';
import type { Outcome } from '../image/outcome.ts';
import { retryDelay } from '../retry-delay.ts';

export type ContainerStatus = NonNullable<NonNullable<Pod['status']>['containerStatuses']>[number];
export type RestartPolicy = 'Always' | 'OnFailure' | 'Never';

/** What happens next to a container, `afterMs` from now. */
export interface Step {
  readonly name:
    | 'start'
    | 'retry'
    | 'pull-backoff'
    | 'exit'
    | 'ready'
    | 'unready'
    | 'kill'
    | 'back-off'
    | 'restart';
  readonly afterMs: number;
}

/** About a second from creation to ready: long enough to be seen, short enough not to wait for. */
const START_MS = 500;
const READY_MS = 700;
const EXIT_MS = 300;
const RETRY_MS = 3_000;
const PULL_BACKOFF_MS = 1_000;
const FIRST_BACKOFF_MS = 10_000;
const MAX_BACKOFF_MS = 300_000;

/** What the next step depends on, besides the status. */
export interface Circumstances {
  /** Asked for only where the step depends on it. */
  readonly outcome: () => Outcome;
  readonly container: Container;
  readonly restartPolicy: RestartPolicy;
  /** Of the pod. */
  readonly ageMs: number;
}

/** The step that a container waits for; undefined when it stays as it is. */
export function nextStep(
  status: ContainerStatus,
  { outcome, container, restartPolicy, ageMs }: Circumstances,
): Step | undefined {
  const { waiting, running, terminated } = status.state ?? {};
  if (running !== undefined) return status.ready ? undefined : nextOfRunning(outcome(), container);
  if (terminated !== undefined) {
    const over = restartPolicy === 'Never' || (restartPolicy === 'OnFailure' && terminated.exitCode === 0);
    if (over) return undefined;
    return status.restartCount === 0
      ? { name: 'restart', afterMs: EXIT_MS }
      : { name: 'back-off', afterMs: EXIT_MS };
  }
  switch (waiting?.reason) {
    case 'CrashLoopBackOff':
      return { name: 'restart', afterMs: backoffMs(status.restartCount) };
    case 'ErrImagePull':
      return { name: 'pull-backoff', afterMs: PULL_BACKOFF_MS };
    case 'ImagePullBackOff':
      return outcome().kind === 'no-image'
        ? undefined
        : { name: 'retry', afterMs: retryDelay(ageMs, RETRY_MS) };
    case 'CreateContainerConfigError':
      return { name: 'retry', afterMs: retryDelay(ageMs, RETRY_MS) };
    default:
      return waiting?.message === undefined
        ? { name: 'start', afterMs: START_MS }
        : { name: 'retry', afterMs: retryDelay(ageMs, RETRY_MS) };
  }
}

/** 10 s, doubled with every restart, five minutes at most. */
export function backoffMs(restartCount: number): number {
  return Math.min(MAX_BACKOFF_MS, FIRST_BACKOFF_MS * 2 ** Math.max(0, restartCount - 1));
}

/** Not started yet. */
export function waitingStatus(container: Container, reason: string): ContainerStatus {
  return {
    name: container.name,
    image: container.image ?? '',
    imageID: '',
    ready: false,
    started: false,
    restartCount: 0,
    state: { waiting: { reason } },
    lastState: {},
  };
}

/** Kept from starting, with the kubelet's reason. */
export function heldBack(status: ContainerStatus, reason: string, message: string): ContainerStatus {
  return { ...status, ready: false, started: false, state: { waiting: { reason, message } } };
}

/** Running from now on; counted as a restart when it has run before. */
export function startedStatus(
  status: ContainerStatus,
  { container, id, now, stays }: Start,
): ContainerStatus {
  const last = status.state?.terminated ?? status.lastState?.terminated;
  const restartCount = last === undefined ? status.restartCount : status.restartCount + 1;
  return {
    ...status,
    image: parseImageName(container.image ?? '').reference,
    imageID: `sandbox://${container.image ?? ''}`,
    containerID: `sandbox://${id}/${container.name}/${restartCount}`,
    ready: stays && container.readinessProbe === undefined && container.startupProbe === undefined,
    started: container.startupProbe === undefined,
    restartCount,
    state: { running: { startedAt: formatTime(now) } },
    lastState: last === undefined ? {} : { terminated: last },
  };
}

interface Start {
  readonly container: Container;
  /** The pod's UID. */
  readonly id: string;
  readonly now: number;
  /** False when it is going to end by itself: it must not count as ready until then. */
  readonly stays: boolean;
}

/** Ended. */
export function endedStatus(
  status: ContainerStatus,
  { exitCode, message, now }: { exitCode: number; message: string; now: number },
): ContainerStatus {
  const time = formatTime(now);
  return {
    ...status,
    ready: false,
    started: false,
    state: {
      terminated: {
        exitCode,
        reason: exitCode === 0 ? 'Completed' : 'Error',
        ...(message === '' ? {} : { message }),
        startedAt: status.state?.running?.startedAt ?? time,
        finishedAt: time,
        containerID: status.containerID ?? '',
      },
    },
  };
}

function nextOfRunning(outcome: Outcome, container: Container): Step | undefined {
  if (outcome.kind !== 'runs')
    return outcome.kind === 'crash' ? { name: 'exit', afterMs: EXIT_MS } : undefined;
  const { startup, readiness, liveness } = outcome.probes;
  if (startup !== undefined) return { name: 'kill', afterMs: patienceMs(container.startupProbe) };
  if (liveness !== undefined) return { name: 'kill', afterMs: patienceMs(container.livenessProbe) };
  return { name: readiness === undefined ? 'ready' : 'unready', afterMs: READY_MS };
}

/** How long a probe may fail before the container is killed for it. */
function patienceMs(probe: Container['startupProbe']): number {
  const { initialDelaySeconds = 0, periodSeconds = 10, failureThreshold = 3 } = probe ?? {};
  return (initialDelaySeconds + periodSeconds * failureThreshold) * 1000;
}
