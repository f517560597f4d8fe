/** @module The ReplicaSet controller: as many pods as wanted, made from the template. */

import { matchesLabels, toLabelSelector } from '../../kube/label-selector.ts';
import { formatTime } from '../../kube/micro-time.ts';
import { controllerOf, formatKey, type KubeObject, keyOf, parseKey } from '../../kube/object.ts';
import { type Pod, pods, type ReplicaSet, replicaSets } from '../../kube/resources.ts';
import type { Change, SimulatedController, World } from '../world.ts';
import { note } from './events.ts';
import { deleteGracefully } from './graceful-deletion.ts';
import { serviceAccounts } from './kinds.ts';
import { controlledBy, controllerReference } from './ownership.ts';
import { isReady } from './pod/readiness.ts';
import { retryDelay } from './retry-delay.ts';
import { millisecondsOf } from './times.ts';

const NAME = 'replicaset';
const RETRY_MS = 5_000;

export const replicaSetController: SimulatedController = { name: NAME, concerns, reconcile };

function concerns({ resource, object }: Change): readonly string[] {
  if (resource.plural === 'replicasets') return [formatKey(keyOf(object))];
  const owner = resource.plural === 'pods' ? controllerOf(object) : undefined;
  if (owner?.kind !== 'ReplicaSet') return [];
  return [formatKey({ namespace: object.metadata.namespace ?? '', name: owner.name })];
}

function reconcile(world: World, key: string): void {
  const set = world.get(replicaSets, parseKey(key));
  if (set === undefined) return;
  const problem = set.metadata.deletionTimestamp === undefined ? resize(world, set) : undefined;
  if (problem !== undefined) {
    const since = world.now - millisecondsOf(set.metadata.creationTimestamp);
    world.wakeAt(world.now + retryDelay(since, RETRY_MS), NAME, key);
  }
  const active = activePods(world, set);
  const status = { ...countPods(set, active, world.now), ...failure(set, problem, world.now) };
  world.update(replicaSets, { ...set, status });
  const next = nextAvailability(set, active, world.now);
  if (next !== undefined) world.wakeAt(next, NAME, key);
}

/** Creates or deletes the difference. Returns why pods cannot be made, if so. */
function resize(world: World, set: ReplicaSet): string | undefined {
  const active = activePods(world, set);
  const difference = (set.spec?.replicas ?? 1) - active.length;
  if (difference > 0) return createPods(world, set, difference);
  for (const pod of [...active].sort(leastWorthKeeping).slice(0, -difference)) {
    deleteGracefully(world, { resource: pods, object: pod });
    noteSet(world, set, { reason: 'SuccessfulDelete', message: `Deleted pod: ${pod.metadata.name}` });
  }
  return undefined;
}

function createPods(world: World, set: ReplicaSet, count: number): string | undefined {
  const { namespace = '', name = '' } = set.metadata;
  const account = set.spec?.template?.spec?.serviceAccountName ?? 'default';
  if (account !== 'default' && world.get(serviceAccounts, { namespace, name: account }) === undefined) {
    const problem = `pods "${name}-" is forbidden: error looking up service account ${namespace}/${account}: serviceaccount "${account}" not found`;
    noteSet(world, set, {
      type: 'Warning',
      reason: 'FailedCreate',
      message: `Error creating: ${problem}`,
      once: true,
    });
    return problem;
  }
  for (let n = 0; n < count; n++) {
    const pod = world.create(pods, podOf(set, account));
    noteSet(world, set, { reason: 'SuccessfulCreate', message: `Created pod: ${pod.metadata.name}` });
  }
  return undefined;
}

/** With what admission would add to a pod. */
function podOf(set: ReplicaSet, account: string): Pod {
  const template = set.spec?.template ?? {};
  const { labels, annotations } = template.metadata ?? {};
  const spec = template.spec ?? { containers: [] };
  return {
    apiVersion: 'v1',
    kind: 'Pod',
    metadata: {
      generateName: `${set.metadata.name}-`,
      namespace: set.metadata.namespace ?? '',
      ...(labels === undefined ? {} : { labels }),
      ...(annotations === undefined ? {} : { annotations }),
      ownerReferences: [controllerReference(set)],
    },
    spec: {
      enableServiceLinks: true,
      preemptionPolicy: 'PreemptLowerPriority',
      priority: 0,
      ...spec,
      serviceAccountName: account,
      serviceAccount: account,
      tolerations: [...(spec.tolerations ?? []), ...notReadyTolerations],
    },
    status: { phase: 'Pending' },
  };
}

const notReadyTolerations = ['not-ready', 'unreachable'].map((taint) => ({
  key: `node.kubernetes.io/${taint}`,
  operator: 'Exists',
  effect: 'NoExecute',
  tolerationSeconds: 300,
}));

function activePods(world: World, set: ReplicaSet): readonly Pod[] {
  return controlledBy(world, set, pods).filter(
    ({ metadata, status }) =>
      metadata.deletionTimestamp === undefined && status?.phase !== 'Succeeded' && status?.phase !== 'Failed',
  );
}

function countPods(set: ReplicaSet, active: readonly Pod[], now: number): NonNullable<ReplicaSet['status']> {
  const wanted = toLabelSelector({ matchLabels: set.spec?.template?.metadata?.labels ?? {} });
  const labelled = active.filter(({ metadata }) => matchesLabels(wanted, metadata.labels)).length;
  const ready = active.filter(isReady).length;
  const available = active.filter((pod) => isReady(pod) && availableFrom(set, pod) <= now).length;
  return {
    replicas: active.length,
    ...(labelled === 0 ? {} : { fullyLabeledReplicas: labelled }),
    ...(ready === 0 ? {} : { readyReplicas: ready }),
    ...(available === 0 ? {} : { availableReplicas: available }),
    observedGeneration: set.metadata.generation ?? 0,
  };
}

type Conditions = Pick<NonNullable<ReplicaSet['status']>, 'conditions'>;

function failure(set: ReplicaSet, problem: string | undefined, now: number): Conditions {
  if (problem === undefined) return {};
  const previous = set.status?.conditions?.find(({ type }) => type === 'ReplicaFailure');
  return {
    conditions: [
      {
        type: 'ReplicaFailure',
        status: 'True',
        reason: 'FailedCreate',
        message: problem,
        lastTransitionTime: previous?.lastTransitionTime ?? formatTime(now),
      },
    ],
  };
}

function availableFrom(set: ReplicaSet, { status }: Pod): number {
  const ready = status?.conditions?.find(({ type }) => type === 'Ready');
  return millisecondsOf(ready?.lastTransitionTime) + (set.spec?.minReadySeconds ?? 0) * 1000;
}

function nextAvailability(set: ReplicaSet, active: readonly Pod[], now: number): number | undefined {
  const times = active.filter(isReady).map((pod) => availableFrom(set, pod));
  const later = times.filter((time) => time > now);
  return later.length === 0 ? undefined : Math.min(...later);
}

/** Unscheduled before scheduled, not ready before ready, the youngest first. */
function leastWorthKeeping(a: Pod, b: Pod): number {
  return (
    Number(a.spec?.nodeName !== undefined) - Number(b.spec?.nodeName !== undefined) ||
    Number(a.status?.phase === 'Running') - Number(b.status?.phase === 'Running') ||
    Number(isReady(a)) - Number(isReady(b)) ||
    millisecondsOf(b.metadata.creationTimestamp) - millisecondsOf(a.metadata.creationTimestamp)
  );
}

function noteSet(
  world: World,
  regarding: KubeObject,
  event: { type?: 'Warning'; reason: string; message: string; once?: boolean },
): void {
  note(world, { regarding, component: 'replicaset-controller', ...event });
}
