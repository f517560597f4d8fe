/** @module Deletes what lost its owners, by UID, and carries out foreground and orphaning deletions. */
import { type KubeObject, keyOf, type ObjectKey, type OwnerReference } from '../../kube/object.ts';
import type { Resource } from '../../kube/resource.ts';
import type { Change, SimulatedController, StoredObject, World } from '../world.ts';
import { deleteGracefully } from './graceful-deletion.ts';
import { retryDelay } from './retry-delay.ts';
import { millisecondsOf } from './times.ts';

const NAME = 'garbage-collector';
const FOREGROUND = 'foregroundDeletion';
const ORPHAN = 'orphan';
const WAIT_MS = 200;

export const garbageCollector: SimulatedController = { name: NAME, concerns, reconcile };

/** What a key stands for: the dependents of a UID that is gone, or one object. */
type Subject = { readonly gone: string } | { readonly resource: Resource; readonly key: ObjectKey };

function concerns({ type, resource, object, previous }: Change): readonly string[] {
  const { uid = '', ownerReferences, finalizers = [], deletionTimestamp } = object.metadata;
  if (type === 'DELETED') return [encode({ gone: uid })];
  const waits =
    deletionTimestamp !== undefined && (finalizers.includes(FOREGROUND) || finalizers.includes(ORPHAN));
  const newOwners =
    ownerReferences !== undefined &&
    JSON.stringify(ownerReferences) !== JSON.stringify(previous?.metadata.ownerReferences);
  return waits || newOwners ? [encode({ resource, key: keyOf(object) })] : [];
}

function reconcile(world: World, text: string): void {
  const subject = JSON.parse(text) as Subject;
  if ('gone' in subject) {
    for (const dependent of world.dependentsOf(subject.gone)) collect(world, dependent);
    return;
  }
  const { resource, key } = subject;
  const object = world.get(resource, key);
  if (object === undefined) return;
  if (object.metadata.deletionTimestamp === undefined) collect(world, { resource, object });
  else finishDeletion(world, { resource, object }, text);
}

function encode(subject: Subject): string {
  if ('gone' in subject) return JSON.stringify(subject);
  const { group, version, plural, kind, namespaced } = subject.resource;
  return JSON.stringify({ resource: { group, version, plural, kind, namespaced }, key: subject.key });
}

/** Keeps the object while one owner is there and stays; drops the references to those that are not. */
function collect(world: World, { resource, object }: StoredObject): void {
  if (object.metadata.deletionTimestamp !== undefined) return;
  const references = object.metadata.ownerReferences ?? [];
  const present = references.filter(({ uid }) => world.exists(uid));
  if (references.length === 0 || present.length === references.length) return;
  if (present.length === 0) deleteGracefully(world, { resource, object });
  else writeOwners(world, { resource, object }, present);
}

function finishDeletion(world: World, { resource, object }: StoredObject, key: string): void {
  const { uid = '', finalizers = [] } = object.metadata;
  const dependents = world.dependentsOf(uid);
  if (finalizers.includes(ORPHAN)) {
    for (const dependent of dependents) {
      const others = (dependent.object.metadata.ownerReferences ?? []).filter((owner) => owner.uid !== uid);
      writeOwners(world, dependent, others);
    }
    dropFinalizer(world, { resource, object }, ORPHAN);
  } else if (finalizers.includes(FOREGROUND)) {
    for (const dependent of dependents) deleteInForeground(world, dependent, uid);
    const blocking = world.dependentsOf(uid).some((dependent) => blocks(dependent.object, uid));
    const since = world.now - millisecondsOf(object.metadata.deletionTimestamp);
    if (blocking) world.wakeAt(world.now + retryDelay(since, WAIT_MS), NAME, key);
    else dropFinalizer(world, { resource, object }, FOREGROUND);
  }
}

/** A dependent with other owners is only released; one with dependents of its own waits for them in turn. */
function deleteInForeground(world: World, { resource, object }: StoredObject, owner: string): void {
  const { uid = '', ownerReferences = [], finalizers = [], deletionTimestamp } = object.metadata;
  if (deletionTimestamp !== undefined) return;
  const others = ownerReferences.filter(
    (reference) => reference.uid !== owner && world.exists(reference.uid),
  );
  if (others.length > 0) {
    writeOwners(world, { resource, object }, others);
    return;
  }
  const blocked = world.dependentsOf(uid).some((dependent) => blocks(dependent.object, uid));
  if (!blocked) {
    deleteGracefully(world, { resource, object });
    return;
  }
  const metadata = { ...object.metadata, finalizers: [...finalizers, FOREGROUND] };
  world.update(resource, { ...object, metadata });
  world.delete(resource, keyOf(object));
}

function blocks({ metadata }: KubeObject, owner: string): boolean {
  return (metadata.ownerReferences ?? []).some(
    ({ uid, blockOwnerDeletion }) => uid === owner && blockOwnerDeletion === true,
  );
}

function writeOwners(
  world: World,
  { resource, object }: StoredObject,
  owners: readonly OwnerReference[],
): void {
  const { ownerReferences: _previous, ...metadata } = object.metadata;
  const next = owners.length === 0 ? metadata : { ...metadata, ownerReferences: owners };
  world.update(resource, { ...object, metadata: next });
}

function dropFinalizer(world: World, { resource, object }: StoredObject, finalizer: string): void {
  const { finalizers = [], ...metadata } = object.metadata;
  const others = finalizers.filter((name) => name !== finalizer);
  world.update(resource, {
    ...object,
    metadata: others.length === 0 ? metadata : { ...metadata, finalizers: others },
  });
  if (others.length === 0) world.delete(resource, keyOf(object));
}
