/**
 * @module Scheduler and kubelet in one: takes pods from Pending to Ready, or to the reason why not.
 *
 * Flow: a pod's status says where it is, `nextStep` what comes next; that step is a wake-up call whose key names
 * it. When the call comes and the pod still waits for that step, it is taken, which is a change, which asks for
 * the next. Nothing but the status is remembered, and a pod at rest has no call outstanding.
 */

import { formatTime } from '../../../kube/micro-time.ts';
import { formatKey, keyOf } from '../../../kube/object.ts';
import { type Pod, pods } from '../../../kube/resources.ts';
import type { SimulatedController, World } from '../../world.ts';
import { note } from '../events.ts';
import type { Container } from '../image/environment.ts';
import { evaluate } from '../image/evaluate.ts';
import { NODE_ADDRESS, NODE_NAME } from '../node.ts';
import { retryDelay } from '../retry-delay.ts';
import { millisecondsOf } from '../times.ts';
import { takeStep } from './container-life.ts';
import {
  type ContainerStatus,
  nextStep,
  type RestartPolicy,
  type Step,
  waitingStatus,
} from './container-state.ts';
import { unscheduled, withContainers } from './pod-status.ts';
import { place } from './schedule.ts';

const NAME = 'pod';
const STOP_MS = 300;
const BIND_MS = 100;
const RESCHEDULE_MS = 2_000;

export const podController: SimulatedController = {
  name: NAME,
  concerns: ({ type, resource, object }) =>
    resource.plural === 'pods' && type !== 'DELETED' ? [formatKey(keyOf(object))] : [],
  reconcile(world, key) {
    const [namespace = '', name = '', call] = key.split('/');
    const pod = world.get(pods, { namespace, name });
    if (pod === undefined) return;
    if (pod.metadata.deletionTimestamp !== undefined) stop(world, pod, call);
    else if (pod.spec?.nodeName === undefined) schedule(world, pod);
    else live(world, pod, call);
  },
};

/** A call for a step of one pod; a pod of the same name made later does not answer to it. */
function callFor(pod: Pod, step: string): string {
  return `${pod.metadata.uid}:${step}`;
}

function wake(world: World, pod: Pod, { step, afterMs }: { step: string; afterMs: number }): void {
  world.wakeAt(world.now + afterMs, NAME, `${formatKey(keyOf(pod))}/${callFor(pod, step)}`);
}

function schedule(world: World, pod: Pod): void {
  const placement = place(world, pod);
  switch (placement.kind) {
    case 'binding':
      wake(world, pod, { step: 'bind', afterMs: BIND_MS });
      return;
    case 'unschedulable': {
      const { message } = placement;
      const status = unscheduled(pod, message, world.now);
      if (pod.status?.conditions?.[0]?.message !== message) {
        note(world, {
          regarding: pod,
          type: 'Warning',
          reason: 'FailedScheduling',
          message,
          component: 'default-scheduler',
        });
      }
      world.update(pods, { ...pod, status });
      wake(world, pod, { step: 'schedule', afterMs: retryDelay(ageOf(world, pod), RESCHEDULE_MS) });
      return;
    }
    case 'scheduled':
      assign(world, pod);
  }
}

function assign(world: World, pod: Pod): void {
  const { name, namespace } = pod.metadata;
  const spec = pod.spec ?? { containers: [] };
  note(world, {
    regarding: pod,
    reason: 'Scheduled',
    message: `Successfully assigned ${namespace}/${name} to ${NODE_NAME}`,
    component: 'default-scheduler',
  });
  const waiting = spec.containers.map((container) => waitingStatus(container, 'ContainerCreating'));
  const started = (spec.initContainers ?? []).map((container) => completed(container, world.now));
  world.update(pods, {
    ...pod,
    spec: { ...spec, nodeName: NODE_NAME },
    status: {
      ...withContainers(pod, waiting, world.now),
      ...(started.length === 0 ? {} : { initContainerStatuses: started }),
      hostIP: NODE_ADDRESS,
      hostIPs: [{ ip: NODE_ADDRESS }],
      startTime: formatTime(world.now),
    },
  });
}

/** Init containers have nothing to do here. */
function completed(container: Container, now: number): ContainerStatus {
  const time = formatTime(now);
  const state = { terminated: { exitCode: 0, reason: 'Completed', startedAt: time, finishedAt: time } };
  return { ...waitingStatus(container, ''), ready: true, state };
}

/** Takes the step that `call` stands for, where a container still waits for it; then asks for the next ones. */
function live(world: World, pod: Pod, call: string | undefined): void {
  const containers = pod.spec?.containers ?? [];
  const before = containers.map((container) => statusOf(pod, container));
  const after = containers.map((container, index) => {
    const status = before[index] ?? waitingStatus(container, 'ContainerCreating');
    const due = dueStep(world, pod, { container, status });
    if (due === undefined) return status;
    if (call !== callFor(pod, stepName(due, status))) {
      wake(world, pod, { step: stepName(due, status), afterMs: due.afterMs });
      return status;
    }
    const outcome = evaluate(world, pod, container);
    return takeStep({ world, pod, container, status, outcome }, due.name);
  });
  const started = after.some(({ state }) => state?.running !== undefined);
  const status = { ...withContainers(pod, after, world.now), ...(started ? addressOf(pod) : {}) };
  const stored = world.update(pods, { ...pod, status });
  // A retry that failed as before changes nothing, so nothing else would ask for the next one.
  if (stored.metadata.resourceVersion !== pod.metadata.resourceVersion) return;
  for (const [index, container] of containers.entries()) {
    const status = after[index];
    if (status !== undefined) askForRetry(world, pod, { container, status });
  }
}

function askForRetry(
  world: World,
  pod: Pod,
  { container, status }: { container: Container; status: ContainerStatus },
): void {
  const due = dueStep(world, pod, { container, status });
  if (due?.name === 'retry') wake(world, pod, { step: stepName(due, status), afterMs: due.afterMs });
}

function dueStep(
  world: World,
  pod: Pod,
  { container, status }: { container: Container; status: ContainerStatus },
): Step | undefined {
  if (status.ready && status.state?.running !== undefined) return undefined;
  const restartPolicy = restartPolicyOf(pod);
  const outcome = () => evaluate(world, pod, container);
  return nextStep(status, { outcome, container, restartPolicy, ageMs: ageOf(world, pod) });
}

function ageOf(world: World, { metadata }: Pod): number {
  return world.now - millisecondsOf(metadata.creationTimestamp);
}

function stepName({ name }: Step, status: ContainerStatus): string {
  return `${name}:${status.name}:${status.restartCount}`;
}

function statusOf(pod: Pod, { name }: Container): ContainerStatus | undefined {
  return pod.status?.containerStatuses?.find((status) => status.name === name);
}

function restartPolicyOf({ spec }: Pod): RestartPolicy {
  const policy = spec?.restartPolicy;
  return policy === 'Never' || policy === 'OnFailure' ? policy : 'Always';
}

/** Revisions are unique, so addresses made from them are, until eight million later. */
function addressOf({ metadata, status }: Pod): Pick<NonNullable<Pod['status']>, 'podIP' | 'podIPs'> {
  if (status?.podIP !== undefined) return {};
  const n = Number(metadata.resourceVersion ?? 0);
  const ip = `10.${128 + ((n >> 16) & 127)}.${(n >> 8) & 255}.${n & 255}`;
  return { podIP: ip, podIPs: [{ ip }] };
}

function stop(world: World, pod: Pod, call: string | undefined): void {
  const running = (pod.status?.containerStatuses ?? []).filter(({ state }) => state?.running !== undefined);
  if (running.length === 0 || call === callFor(pod, 'stop')) {
    world.delete(pods, keyOf(pod));
    return;
  }
  for (const { name } of running) {
    note(world, {
      regarding: pod,
      reason: 'Killing',
      message: `Stopping container ${name}`,
      component: 'kubelet',
      fieldPath: `spec.containers{${name}}`,
    });
  }
  wake(world, pod, { step: 'stop', afterMs: STOP_MS });
}
