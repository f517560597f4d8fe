/** @module What the simulated controllers see of the stored world, and how they are run. */
import type { KubeObject, ObjectKey } from '../kube/object.ts';
import type { Resource } from '../kube/resource.ts';

/**
 * The stored objects inside one write transaction. Objects are frozen; all changes become visible together when
 * the transaction commits, each with a revision of its own. Unlike requests, these calls pass no admission,
 * validation or conversion: controllers are trusted.
 */
export interface World {
  /** The injected clock at the start of the transaction, in milliseconds since 1970. */
  readonly now: number;
  get<T extends KubeObject>(resource: Resource<T>, key: ObjectKey): T | undefined;
  /** All objects of the collection, ordered by namespace and name. */
  list<T extends KubeObject>(resource: Resource<T>, namespace?: string): readonly T[];
  /** Objects of any kind with an owner reference to `uid`. */
  dependentsOf(uid: string): readonly StoredObject[];
  /** The objects under every value of an index: `namespace/name` of each. */
  byIndex<T extends KubeObject>(index: Index<T>): ReadonlyMap<string, ReadonlyMap<string, ObjectKey>>;
  /** Every collection in which namespaced objects can be, one version of each. */
  resources(): readonly Resource[];
  /** Whether any stored object has this UID. */
  exists(uid: string): boolean;
  /** Fills in uid, creationTimestamp, resourceVersion, generation and a name from generateName. */
  create<T extends KubeObject>(resource: Resource<T>, object: T): T;
  /** Stores a changed object; does nothing when it equals the stored one. `generation` grows with spec. */
  update<T extends KubeObject>(resource: Resource<T>, object: T): T;
  /** Marks it deleted when it has finalizers or grace, else removes it. Does nothing when it is gone. */
  delete(resource: Resource, key: ObjectKey): void;
  /** Runs `controller` for `key` again when the clock has reached `time`. The earlier of two times wins. */
  wakeAt(time: number, controller: string, key: string): void;
}

/** What the objects of a collection are found by. One constant each: it is known by its identity. */
export interface Index<T extends KubeObject> {
  readonly resource: Resource<T>;
  /** Depends on nothing but the object. */
  readonly valuesOf: (object: T) => readonly string[];
}

/** A stored object with the collection it is in. */
export interface StoredObject {
  readonly resource: Resource;
  readonly object: KubeObject;
}

/** One stored change, as the controllers are told of it. */
export interface Change extends StoredObject {
  readonly type: 'ADDED' | 'MODIFIED' | 'DELETED';
  /** The object before the change, where there was one. */
  readonly previous?: KubeObject;
}

/**
 * A built-in controller in miniature: pure but for the world it is given. After every write the changes are
 * offered to each controller, then reconcile runs for the keys it named, until nothing changes any more.
 */
export interface SimulatedController {
  readonly name: string;
  /** The keys (of this controller's own choosing) that a change concerns. */
  concerns(change: Change): readonly string[];
  /** Level-triggered: compares and repairs. Must be idempotent. */
  reconcile(world: World, key: string): void;
}
