/** @module Finds living objects by what is in them: in memory, kept up with every change of the store. */
import type { Doc } from '../values/fields.ts';
import type { StoreKey } from './row.ts';

/** What the objects of a collection are found by. */
export interface StoreIndex {
  readonly resource: string;
  readonly valuesOf: (doc: Doc) => readonly string[];
}

/** One index: the places of the objects by value. */
class Built {
  readonly places = new Map<string, Map<string, StoreKey>>();
  readonly #valuesOf: StoreIndex['valuesOf'];
  readonly #values = new Map<string, readonly string[]>();

  constructor({ valuesOf }: StoreIndex) {
    this.#valuesOf = valuesOf;
  }

  put(key: StoreKey, doc: Doc | undefined): void {
    const id = `${key.namespace}/${key.name}`;
    for (const value of this.#values.get(id) ?? []) {
      const found = this.places.get(value);
      found?.delete(id);
      if (found?.size === 0) this.places.delete(value);
    }
    this.#values.delete(id);
    const values = doc === undefined ? [] : this.#valuesOf(doc);
    if (values.length === 0) return;
    this.#values.set(id, values);
    for (const value of values) this.#placesOf(value).set(id, key);
  }

  #placesOf(value: string): Map<string, StoreKey> {
    const known = this.places.get(value);
    if (known !== undefined) return known;
    const made = new Map<string, StoreKey>();
    this.places.set(value, made);
    return made;
  }
}

/** All indexes that were asked for so far. Their size is that of the collections they are about. */
export class Indexes {
  readonly #built = new Map<StoreIndex, Built>();

  /** The places under every value; `read` gives the collection when the index is asked for the first time. */
  of(
    index: StoreIndex,
    read: () => Iterable<readonly [StoreKey, Doc]>,
  ): ReadonlyMap<string, ReadonlyMap<string, StoreKey>> {
    const known = this.#built.get(index);
    if (known !== undefined) return known.places;
    const built = new Built(index);
    for (const [key, doc] of read()) built.put(key, doc);
    this.#built.set(index, built);
    return built.places;
  }

  /** Whether changes of the collection matter to any index. */
  concern(resource: string): boolean {
    for (const index of this.#built.keys()) if (index.resource === resource) return true;
    return false;
  }

  /** The object is now this one, or gone. */
  put(key: StoreKey, doc: Doc | undefined): void {
    for (const [index, built] of this.#built) if (index.resource === key.resource) built.put(key, doc);
  }

  clear(): void {
    this.#built.clear();
  }
}
