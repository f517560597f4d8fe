/** @module The store of a cache: objects by name, and by whatever else they are looked up by. */
import { formatKey, type KubeObject, keyOf, type ObjectKey } from '../../kube/object.ts';

/** The values an object is to be found under in one index. */
export type IndexFunction<T extends KubeObject> = (object: T) => readonly string[];

/** Named indices: `{owner: (object) => [uid]}`. */
export type IndexFunctions<T extends KubeObject> = Readonly<Record<string, IndexFunction<T>>>;

/** The built-in index by namespace. */
const NAMESPACE_INDEX = 'namespace';

/** Objects by `namespace/name` and by named indices. Synchronous, so no reader ever sees half a change. */
export class Indexer<T extends KubeObject> {
  #objects = new Map<string, T>();
  readonly #functions: IndexFunctions<T>;
  #indices: ReadonlyMap<string, Map<string, Set<string>>>;

  constructor(functions: IndexFunctions<T> = {}) {
    this.#functions = { ...functions, [NAMESPACE_INDEX]: ({ metadata }) => [metadata.namespace ?? ''] };
    this.#indices = this.#emptyIndices();
  }

  get size(): number {
    return this.#objects.size;
  }

  get(key: ObjectKey): T | undefined {
    return this.#objects.get(formatKey(key));
  }

  /** All objects, in no promised order. */
  list(): readonly T[] {
    return [...this.#objects.values()];
  }

  /** The objects found under `value`. Throws a TypeError for an index that was never declared. */
  byIndex(name: string, value: string): readonly T[] {
    const index = this.#indices.get(name);
    if (index === undefined) throw new TypeError(`no index named "${name}"`);
    return [...(index.get(value) ?? [])].flatMap((key) => this.#objects.get(key) ?? []);
  }

  put(object: T): void {
    const key = formatKey(keyOf(object));
    this.#unindex(key);
    this.#objects.set(key, object);
    this.#index(key, object);
  }

  delete(key: ObjectKey): void {
    const text = formatKey(key);
    this.#unindex(text);
    this.#objects.delete(text);
  }

  /** Exchanges the whole content at once. */
  replace(objects: Iterable<T>): void {
    this.#objects = new Map();
    this.#indices = this.#emptyIndices();
    for (const object of objects) this.put(object);
  }

  #emptyIndices(): ReadonlyMap<string, Map<string, Set<string>>> {
    return new Map(Object.keys(this.#functions).map((name) => [name, new Map()]));
  }

  #index(key: string, object: T): void {
    for (const [name, valuesOf] of Object.entries(this.#functions)) {
      const index = this.#indices.get(name);
      for (const value of valuesOf(object)) {
        const keys = index?.get(value);
        if (keys === undefined) index?.set(value, new Set([key]));
        else keys.add(key);
      }
    }
  }

  #unindex(key: string): void {
    const object = this.#objects.get(key);
    if (object === undefined) return;
    for (const [name, valuesOf] of Object.entries(this.#functions)) {
      const index = this.#indices.get(name);
      for (const value of valuesOf(object)) {
        const keys = index?.get(value);
        keys?.delete(key);
        if (keys?.size === 0) index?.delete(value);
      }
    }
  }
}
