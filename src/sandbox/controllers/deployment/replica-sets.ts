/** @module The ReplicaSets of a Deployment: which is the new one, which are old, and how one is made and sized. */

import { matchesLabels, toLabelSelector } from '../../../kube/label-selector.ts';
import { type Deployment, type ReplicaSet, replicaSets } from '../../../kube/resources.ts';
import type { World } from '../../world.ts';
import { note } from '../events.ts';
import { onceEach } from '../once-each.ts';
import { controlledBy, controllerReference } from '../ownership.ts';
import { stableHash, stableJson } from '../stable-hash.ts';
import { millisecondsOf } from '../times.ts';
import { maxSurge } from './fenceposts.ts';

export const REVISION = 'deployment.kubernetes.io/revision';
const DESIRED = 'deployment.kubernetes.io/desired-replicas';
const MAX = 'deployment.kubernetes.io/max-replicas';
const HASH_LABEL = 'pod-template-hash';
const NOT_COPIED = new Set([
  'kubectl.kubernetes.io/last-applied-configuration',
  REVISION,
  'deployment.kubernetes.io/revision-history',
  DESIRED,
  MAX,
  'deprecated.deployment.rollback.to',
]);

/** What a Deployment has at one moment. */
export interface Sets {
  /** The one with the Deployment's present template. */
  readonly current: ReplicaSet | undefined;
  /** All others, oldest first. */
  readonly old: readonly ReplicaSet[];
  readonly all: readonly ReplicaSet[];
}

/** Reads the sets; adopts an ownerless one that bears the present template's name. */
export function observeSets(world: World, deployment: Deployment): Sets {
  adopt(world, deployment);
  const all = [...controlledBy(world, deployment, replicaSets)].sort(byAge);
  const template = stableJson(deployment.spec?.template);
  const current = all.find(({ spec }) => jsonWithoutHash(spec?.template) === template);
  return { current, old: all.filter((set) => set !== current), all };
}

/** Makes the set of the present template, with `replicas`, and gives the Deployment its revision. */
export function createCurrent(world: World, deployment: Deployment, replicas: number): ReplicaSet {
  const hash = stableHash(deployment.spec?.template);
  const { name = '', namespace = '' } = deployment.metadata;
  const labels = { ...deployment.spec?.template.metadata?.labels, [HASH_LABEL]: hash };
  const { template, selector, minReadySeconds } = deployment.spec ?? emptySpec();
  const set = world.create(replicaSets, {
    apiVersion: 'apps/v1',
    kind: 'ReplicaSet',
    metadata: {
      name: freeName(world, namespace, `${name}-${hash}`),
      namespace,
      labels,
      annotations: { ...copiedAnnotations(deployment), ...sizeAnnotations(deployment) },
      ownerReferences: [controllerReference(deployment)],
    },
    spec: {
      replicas,
      ...(minReadySeconds === undefined || minReadySeconds === 0 ? {} : { minReadySeconds }),
      selector: { ...selector, matchLabels: { ...selector.matchLabels, [HASH_LABEL]: hash } },
      template: { ...template, metadata: { ...template.metadata, labels } },
    },
    status: { replicas: 0 },
  });
  if (replicas > 0) noteScaling(world, deployment, { set, from: 0, to: replicas });
  return set;
}

/** Sets a set's size and says so by an event; only refreshes its annotations when the size is right already. */
export function scaleSet(world: World, deployment: Deployment, set: ReplicaSet, replicas: number): boolean {
  const before = specReplicas(set);
  world.update(replicaSets, {
    ...set,
    metadata: {
      ...set.metadata,
      annotations: { ...set.metadata.annotations, ...sizeAnnotations(deployment) },
    },
    spec: { ...(set.spec ?? emptySpec()), replicas },
  });
  if (before === replicas) return false;
  noteScaling(world, deployment, { set, from: before, to: replicas });
  return true;
}

/** Gives the set the newest revision and the Deployment's annotations. Returns that revision. */
export function reviseSet(world: World, deployment: Deployment, { current, old }: Sets): number {
  const highest = Math.max(0, ...old.map(revisionOf));
  if (current === undefined) return highest;
  const revision = Math.max(highest + 1, revisionOf(current));
  world.update(replicaSets, {
    ...current,
    metadata: {
      ...current.metadata,
      annotations: {
        ...current.metadata.annotations,
        ...copiedAnnotations(deployment),
        [REVISION]: String(revision),
      },
    },
  });
  return revision;
}

/** Deletes old sets that are empty and observed, beyond the history the Deployment keeps. */
export function pruneHistory(world: World, deployment: Deployment, { old }: Sets): void {
  const keep = deployment.spec?.revisionHistoryLimit ?? 10;
  const idle = old.filter(isIdle).sort((a, b) => revisionOf(a) - revisionOf(b));
  for (const set of idle.slice(0, Math.max(0, old.length - keep))) {
    world.delete(replicaSets, { namespace: set.metadata.namespace ?? '', name: set.metadata.name ?? '' });
  }
}

export function specReplicas(set: ReplicaSet): number {
  return set.spec?.replicas ?? 1;
}

export function sum(sets: readonly ReplicaSet[], count: (set: ReplicaSet) => number): number {
  return sets.reduce((total, set) => total + count(set), 0);
}

/** The size that the Deployment had when the set was last sized; undefined when it never was. */
export function sizedFor(set: ReplicaSet): number | undefined {
  const text = set.metadata.annotations?.[DESIRED];
  return text === undefined ? undefined : Number(text);
}

/** How many replicas of the Deployment, surge included, there could be when the set was last sized. */
export function sizedForMax(set: ReplicaSet): number | undefined {
  const text = set.metadata.annotations?.[MAX];
  return text === undefined ? undefined : Number(text);
}

function byAge(a: ReplicaSet, b: ReplicaSet): number {
  return (
    revisionOf(a) - revisionOf(b) ||
    millisecondsOf(a.metadata.creationTimestamp) - millisecondsOf(b.metadata.creationTimestamp)
  );
}

function revisionOf(set: ReplicaSet): number {
  return Number(set.metadata.annotations?.[REVISION] ?? 0);
}

function isIdle(set: ReplicaSet): boolean {
  const { replicas = 0, observedGeneration = 0 } = set.status ?? { replicas: 0 };
  return (
    specReplicas(set) === 0 &&
    replicas === 0 &&
    observedGeneration >= (set.metadata.generation ?? 0) &&
    set.metadata.deletionTimestamp === undefined
  );
}

/** A set's template as its Deployment wrote it. */
const jsonWithoutHash = onceEach((template: NonNullable<ReplicaSet['spec']>['template']) => {
  const { [HASH_LABEL]: _hash, ...labels } = template?.metadata?.labels ?? {};
  return stableJson({ ...template, metadata: { ...template?.metadata, labels } });
});

function adopt(world: World, deployment: Deployment): void {
  const { name = '', namespace = '' } = deployment.metadata;
  if (deployment.metadata.deletionTimestamp !== undefined) return;
  const key = { namespace, name: `${name}-${stableHash(deployment.spec?.template)}` };
  const set = world.get(replicaSets, key);
  if (set === undefined || (set.metadata.ownerReferences ?? []).some(({ controller }) => controller)) return;
  if (set.metadata.deletionTimestamp !== undefined) return;
  if (!matchesLabels(toLabelSelector(deployment.spec?.selector ?? {}), set.metadata.labels)) return;
  const ownerReferences = [...(set.metadata.ownerReferences ?? []), controllerReference(deployment)];
  world.update(replicaSets, { ...set, metadata: { ...set.metadata, ownerReferences } });
}

/** Somebody else may hold the name: the real controller then counts the collision and hashes anew. */
function freeName(world: World, namespace: string, name: string): string {
  let candidate = name;
  for (let n = 1; world.get(replicaSets, { namespace, name: candidate }) !== undefined; n++) {
    candidate = `${name}-${n}`;
  }
  return candidate;
}

function copiedAnnotations(deployment: Deployment): Record<string, string> {
  const entries = Object.entries(deployment.metadata.annotations ?? {});
  return Object.fromEntries(entries.filter(([key]) => !NOT_COPIED.has(key)));
}

function sizeAnnotations(deployment: Deployment): Record<string, string> {
  const replicas = deployment.spec?.replicas ?? 1;
  return { [DESIRED]: String(replicas), [MAX]: String(replicas + maxSurge(deployment)) };
}

function noteScaling(
  world: World,
  deployment: Deployment,
  { set, from, to }: { set: ReplicaSet; from: number; to: number },
): void {
  note(world, {
    regarding: deployment,
    reason: 'ScalingReplicaSet',
    message: `Scaled ${to > from ? 'up' : 'down'} replica set ${set.metadata.name} from ${from} to ${to}`,
    component: 'deployment-controller',
  });
}

function emptySpec(): NonNullable<Deployment['spec']> {
  return { selector: {}, template: {} };
}
