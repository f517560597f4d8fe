/** @module Finds pods by their labels and by the claims they mount, without looking at all others. */
import { matchesLabels, toLabelSelector } from '../../kube/label-selector.ts';
import { formatKey, type ObjectKey } from '../../kube/object.ts';
import { type Pod, pods } from '../../kube/resources.ts';
import type { Index, World } from '../world.ts';
import { claimsOf } from './pod/claims.ts';

const byLabel: Index<Pod> = {
  resource: pods,
  valuesOf: ({ metadata: { namespace = '', labels = {} } }) =>
    Object.entries(labels).map(([key, value]) => labelOf(namespace, key, value)),
};

const byClaim: Index<Pod> = {
  resource: pods,
  valuesOf: (pod) => {
    const { namespace = '' } = pod.metadata;
    return claimsOf(pod).map((name) => formatKey({ namespace, name }));
  },
};

/** The pods of a namespace that have all these labels, by name. None for no labels. */
export function podsWithLabels(
  world: World,
  namespace: string,
  labels: Readonly<Record<string, string>>,
): readonly Pod[] {
  const index = world.byIndex(byLabel);
  const found = Object.entries(labels).map(([key, value]) => index.get(labelOf(namespace, key, value)));
  // a pod that is sought is under every label, so the shortest list will do, and none at all if one is missing
  const [fewest] = found.includes(undefined) ? [] : found.toSorted((a, b) => sizeOf(a) - sizeOf(b));
  const wanted = toLabelSelector({ matchLabels: labels });
  return podsAt(world, fewest).filter(({ metadata }) => matchesLabels(wanted, metadata.labels));
}

/** The pods that mount a claim, by name. */
export function podsWithClaim(world: World, claim: ObjectKey): readonly Pod[] {
  return podsAt(world, world.byIndex(byClaim).get(formatKey(claim)));
}

type Places = ReadonlyMap<string, ObjectKey> | undefined;

function sizeOf(places: Places): number {
  return places?.size ?? 0;
}

function podsAt(world: World, places: Places): readonly Pod[] {
  return [...(places ?? [])]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .flatMap(([, key]) => world.get(pods, key) ?? []);
}

function labelOf(namespace: string, key: string, value: string): string {
  return `${namespace} ${key}=${value}`;
}
