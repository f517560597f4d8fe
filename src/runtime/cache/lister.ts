/** @module Reading a cache without being able to change it. */
import type { KubeObject, ObjectKey } from '../../kube/object.ts';

/** Answers from memory; the objects are frozen. */
export interface Lister<T extends KubeObject> {
  readonly size: number;
  get(key: ObjectKey): T | undefined;
  list(): readonly T[];
  /** Throws a TypeError for an index that the cache does not have. */
  byIndex(name: string, value: string): readonly T[];
}
