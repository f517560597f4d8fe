/** @module Empties a namespace that is being deleted, then lets it go. */

import { formatTime } from '../../kube/micro-time.ts';
import { keyOf } from '../../kube/object.ts';
import { type Namespace, namespaces } from '../../kube/resources.ts';
import type { SimulatedController, StoredObject, World } from '../world.ts';
import { deleteGracefully } from './graceful-deletion.ts';
import { retryDelay } from './retry-delay.ts';
import { millisecondsOf } from './times.ts';

const NAME = 'namespace-termination';
const KUBERNETES = 'kubernetes';
const WAIT_MS = 200;

export const namespaceTermination: SimulatedController = {
  name: NAME,
  concerns: ({ type, resource, object }) =>
    resource.plural === 'namespaces' && type !== 'DELETED' && object.metadata.deletionTimestamp !== undefined
      ? [object.metadata.name ?? '']
      : [],
  reconcile,
};

function reconcile(world: World, name: string): void {
  const namespace = world.get(namespaces, { name });
  if (namespace?.metadata.deletionTimestamp === undefined) return;
  for (const stored of contents(world, name)) {
    if (stored.object.metadata.deletionTimestamp === undefined) deleteGracefully(world, stored);
  }
  const left = contents(world, name);
  if (left.length === 0) {
    release(world, namespace);
    return;
  }
  report(world, namespace, left);
  const since = world.now - millisecondsOf(namespace.metadata.deletionTimestamp);
  world.wakeAt(world.now + retryDelay(since, WAIT_MS), NAME, name);
}

function contents(world: World, namespace: string): readonly StoredObject[] {
  return world
    .resources()
    .flatMap((resource) => world.list(resource, namespace).map((object) => ({ resource, object })));
}

function release(world: World, namespace: Namespace): void {
  const finalizers = namespace.spec?.finalizers?.filter((finalizer) => finalizer !== KUBERNETES) ?? [];
  world.update(namespaces, { ...namespace, spec: { ...namespace.spec, finalizers } });
  world.delete(namespaces, keyOf(namespace));
}

/** Says what is still there and which finalizers hold it, as the real controller does. */
function report(world: World, namespace: Namespace, left: readonly StoredObject[]): void {
  const held = left.filter(({ object }) => (object.metadata.finalizers ?? []).length > 0);
  const verdicts = [
    verdict(
      'NamespaceContentRemaining',
      'SomeResourcesRemain',
      `Some resources are remaining: ${summary(left)}`,
    ),
    ...(held.length === 0
      ? []
      : [
          verdict(
            'NamespaceFinalizersRemaining',
            'SomeFinalizersRemain',
            `Some content in the namespace has finalizers remaining: ${summary(held)}`,
          ),
        ]),
  ];
  const previous = namespace.status?.conditions ?? [];
  const conditions = verdicts.map((condition) => ({
    ...condition,
    lastTransitionTime:
      previous.find(({ type }) => type === condition.type)?.lastTransitionTime ?? formatTime(world.now),
  }));
  const status = { ...namespace.status, phase: 'Terminating', conditions };
  world.update(namespaces, { ...namespace, status });
}

function verdict(type: string, reason: string, message: string) {
  return { type, status: 'True', reason, message };
}

function summary(stored: readonly StoredObject[]): string {
  const counts = new Map<string, number>();
  for (const { resource } of stored) {
    const name = resource.group === '' ? `${resource.plural}.` : `${resource.plural}.${resource.group}`;
    counts.set(name, (counts.get(name) ?? 0) + 1);
  }
  return [...counts].map(([name, count]) => `${name} has ${count} resource instances`).join(', ');
}
