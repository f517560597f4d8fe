/** @module Takes one step in a container's life and says so by events. */
import type { Pod } from '../../../kube/resources.ts';
import type { World } from '../../world.ts';
import { note } from '../events.ts';
import type { Container } from '../image/environment.ts';
import { recordData } from '../image/evaluate.ts';
import type { Outcome } from '../image/outcome.ts';
import {
  backoffMs,
  type ContainerStatus,
  endedStatus,
  heldBack,
  type Step,
  startedStatus,
} from './container-state.ts';

/** A container in its pod, and what is to become of it. */
export interface Life {
  readonly world: World;
  readonly pod: Pod;
  readonly container: Container;
  readonly status: ContainerStatus;
  readonly outcome: Outcome;
}

/** The container's status after `step`. */
export function takeStep(life: Life, step: Step['name']): ContainerStatus {
  const { container, status, outcome, world } = life;
  switch (step) {
    case 'start':
    case 'retry':
    case 'restart':
      return tryStart(life);
    case 'pull-backoff':
      say(life, 'BackOff', `Back-off pulling image "${container.image}"`);
      warn(life, 'Failed', 'Error: ImagePullBackOff');
      return heldBack(status, 'ImagePullBackOff', `Back-off pulling image "${container.image}"`);
    case 'exit':
      return outcome.kind === 'crash' ? endedStatus(status, { ...outcome, now: world.now }) : status;
    case 'ready':
      recordData(world, life.pod, container);
      return { ...status, ready: true, started: true };
    case 'unready':
      if (outcome.kind === 'runs')
        warn(life, 'Unhealthy', `Readiness probe failed: ${outcome.probes.readiness}`);
      return { ...status, started: true };
    case 'kill':
      return killed(life);
    case 'back-off':
      return backedOff(life);
  }
}

function tryStart(life: Life): ContainerStatus {
  const { world, pod, container, status, outcome } = life;
  switch (outcome.kind) {
    case 'mount-failure':
      note(world, {
        regarding: pod,
        type: 'Warning',
        reason: 'FailedMount',
        message: outcome.message,
        component: 'kubelet',
        once: true,
      });
      return heldBack(status, 'ContainerCreating', outcome.message);
    case 'no-image':
      say(life, 'Pulling', `Pulling image "${container.image}"`);
      warn(life, 'Failed', `Failed to pull image "${container.image}": ${outcome.message}`);
      warn(life, 'Failed', 'Error: ErrImagePull');
      return heldBack(status, 'ErrImagePull', outcome.message);
    case 'bad-config':
      warn(life, 'Failed', `Error: ${outcome.message}`, { once: true });
      return heldBack(status, 'CreateContainerConfigError', outcome.message);
    case 'crash':
    case 'runs':
      say(life, 'Pulled', `Container image "${container.image}" already present on machine`);
      say(life, 'Created', `Created container: ${container.name}`);
      say(life, 'Started', `Started container ${container.name}`);
      return started(life);
  }
}

function started({ world, pod, container, status, outcome }: Life): ContainerStatus {
  const { now } = world;
  const id = pod.metadata.uid ?? '';
  const running = startedStatus(status, { container, id, now, stays: outcome.kind === 'runs' });
  if (running.ready) recordData(world, pod, container);
  return running;
}

function killed(life: Life): ContainerStatus {
  const { container, status, outcome, world } = life;
  if (outcome.kind !== 'runs') return status;
  const { startup, liveness } = outcome.probes;
  const probe = startup === undefined ? 'Liveness' : 'Startup';
  const message = `${probe} probe failed: ${startup ?? liveness}`;
  warn(life, 'Unhealthy', message);
  say(life, 'Killing', `Container ${container.name} failed ${probe.toLowerCase()} probe, will be restarted`);
  return endedStatus(status, { exitCode: 137, message, now: world.now });
}

function backedOff(life: Life): ContainerStatus {
  const { pod, container, status } = life;
  const { name, namespace, uid } = pod.metadata;
  const podName = `${name}_${namespace}(${uid})`;
  warn(life, 'BackOff', `Back-off restarting failed container ${container.name} in pod ${podName}`);
  const wait = duration(backoffMs(status.restartCount) / 1000);
  const message = `back-off ${wait} restarting failed container=${container.name} pod=${podName}`;
  const ended = status.state?.terminated;
  return {
    ...status,
    state: { waiting: { reason: 'CrashLoopBackOff', message } },
    lastState: ended === undefined ? (status.lastState ?? {}) : { terminated: ended },
  };
}

/** As Go prints a duration: `10s`, `1m20s`. */
function duration(seconds: number): string {
  return seconds < 60 ? `${seconds}s` : `${Math.floor(seconds / 60)}m${seconds % 60}s`;
}

function say({ world, pod, container }: Life, reason: string, message: string): void {
  note(world, { regarding: pod, reason, message, component: 'kubelet', fieldPath: fieldPath(container) });
}

function warn({ world, pod, container }: Life, reason: string, message: string, { once = false } = {}): void {
  note(world, {
    regarding: pod,
    type: 'Warning',
    reason,
    message,
    component: 'kubelet',
    fieldPath: fieldPath(container),
    once,
  });
}

function fieldPath({ name }: Container): string {
  return `spec.containers{${name}}`;
}
