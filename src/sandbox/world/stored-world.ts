/** @module The stored objects as the simulated controllers see and change them. */

import { formatTime } from '../../kube/micro-time.ts';
import type { KubeObject, ObjectKey } from '../../kube/object.ts';
import type { Resource } from '../../kube/resource.ts';
import { customResourceDefinitions } from '../../kube/resources.ts';
import { builtInKind } from '../kinds/built-in-kinds.ts';
import { createdMeta } from '../kinds/created-meta.ts';
import { grows } from '../kinds/generation.ts';
import type { StoreIndex } from '../store/indexes.ts';
import type { StoreKey } from '../store/row.ts';
import type { Timers } from '../store/timers.ts';
import type { RowChange, Transaction } from '../store/transaction.ts';
import { type Doc, toDoc, withMeta } from '../values/fields.ts';
import { same } from '../values/same.ts';
import type { Change, Index, StoredObject, World } from '../world.ts';
import { namespacedResources } from './namespaced-resources.ts';
import { hasNamespaceFinalizers, removeOrMark } from './removal.ts';
import { collectionOf, fromStored, toStored } from './stored-form.ts';

/** The store knows an index by its identity too. */
const storeIndexes = new WeakMap<object, StoreIndex>();

/** Lives as long as its transaction. */
export class StoredWorld implements World {
  readonly now: number;
  readonly #transaction: Transaction;
  readonly #timers: Timers;

  constructor(transaction: Transaction, timers: Timers, now: number) {
    this.now = now;
    this.#transaction = transaction;
    this.#timers = timers;
  }

  get<T extends KubeObject>(resource: Resource<T>, key: ObjectKey): T | undefined {
    const doc = this.#transaction.get(storeKey(resource, key));
    return doc === undefined ? undefined : fromStored(resource, doc);
  }

  list<T extends KubeObject>(resource: Resource<T>, namespace?: string): readonly T[] {
    const { store } = this.#transaction;
    return store
      .list({ resource: collectionOf(resource), namespace })
      .map((row) => fromStored(resource, store.doc(row)));
  }

  dependentsOf(uid: string): readonly StoredObject[] {
    const { store } = this.#transaction;
    return store.dependents(uid).map((row) => toStoredObject(row, store.doc(row)));
  }

  byIndex<T extends KubeObject>(index: Index<T>): ReadonlyMap<string, ReadonlyMap<string, ObjectKey>> {
    return this.#transaction.store.index(storeIndexOf(index));
  }

  resources(): readonly Resource[] {
    return namespacedResources(this.list(customResourceDefinitions));
  }

  exists(uid: string): boolean {
    return this.#transaction.store.hasUid(uid);
  }

  create<T extends KubeObject>(resource: Resource<T>, object: T): T {
    const kind = builtInKind(resource);
    const metadata = createdMeta(object.metadata, {
      now: formatTime(this.now),
      generation: kind === undefined || kind.hasGeneration,
    });
    const doc = toStored(resource, { ...toDoc(object), metadata });
    return fromStored(resource, this.#transaction.put(storeKey(resource, metadata), doc));
  }

  update<T extends KubeObject>(resource: Resource<T>, object: T): T {
    const key = storeKey(resource, object.metadata);
    const stored = this.#transaction.get(key);
    const given = toStored(resource, toDoc(object));
    if (stored === undefined) {
      throw new Error(`simulated controller: ${key.resource} ${key.namespace}/${key.name} is not stored`);
    }
    if (same({ ...stored, metadata: versionless(stored) }, { ...given, metadata: versionless(given) })) {
      return fromStored(resource, stored);
    }
    if (isReleased(given)) {
      return fromStored(resource, this.#transaction.remove(key, given) ?? given);
    }
    const kind = builtInKind(resource);
    const next = kind?.hasGeneration && grows(stored, given) ? withNextGeneration(stored, given) : given;
    return fromStored(resource, this.#transaction.put(key, next));
  }

  delete(resource: Resource, key: ObjectKey): void {
    const place = storeKey(resource, key);
    const stored = this.#transaction.get(place);
    if (stored !== undefined) removeOrMark(this.#transaction, place, { doc: stored, now: this.now });
  }

  wakeAt(time: number, controller: string, key: string): void {
    this.#timers.set({ controller, key }, time);
  }
}

/** A stored change in the words of the controllers' contract. */
export function toChange({ key, type, before, after }: RowChange): Change {
  const change = { ...toStoredObject(key, after), type };
  return before === undefined ? change : { ...change, previous: before };
}

function toStoredObject({ resource }: Pick<StoreKey, 'resource'>, object: Doc): StoredObject {
  const slash = resource.lastIndexOf('/');
  const version = object.apiVersion.slice(object.apiVersion.lastIndexOf('/') + 1);
  return {
    resource: {
      group: slash < 0 ? '' : resource.slice(0, slash),
      version,
      plural: resource.slice(slash + 1),
      kind: object.kind,
      namespaced: object.metadata.namespace !== undefined,
    },
    object,
  };
}

function storeKey(
  resource: Resource,
  { namespace = '', name = '' }: { namespace?: string; name?: string },
): StoreKey {
  return { resource: collectionOf(resource), namespace: resource.namespaced ? namespace : '', name };
}

function storeIndexOf<T extends KubeObject>(index: Index<T>): StoreIndex {
  const known = storeIndexes.get(index);
  if (known !== undefined) return known;
  const { resource, valuesOf } = index;
  const made: StoreIndex = {
    resource: collectionOf(resource),
    valuesOf: (doc) => valuesOf(fromStored(resource, doc)),
  };
  storeIndexes.set(index, made);
  return made;
}

function versionless({ metadata }: Doc): unknown {
  const { resourceVersion: _version, generation: _generation, ...rest } = metadata;
  return rest;
}

function isReleased(doc: Doc): boolean {
  const { deletionTimestamp, finalizers = [], deletionGracePeriodSeconds = 0 } = doc.metadata;
  if (deletionTimestamp === undefined || hasNamespaceFinalizers(doc)) return false;
  return finalizers.length === 0 && deletionGracePeriodSeconds === 0;
}

function withNextGeneration(stored: Doc, given: Doc): Doc {
  return withMeta(given, { generation: (stored.metadata.generation ?? 0) + 1 });
}
