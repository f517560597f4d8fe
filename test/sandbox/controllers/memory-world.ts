/** @module A small stored world for the simulated controllers: maps, a clock that stands until it is moved. */
import { isDeepStrictEqual } from 'node:util';
import { formatKey, type KubeObject, keyOf, type ObjectKey } from '../../../src/kube/object.ts';
import type { Resource } from '../../../src/kube/resource.ts';
import { builtInControllers } from '../../../src/sandbox/controllers/built-in.ts';
import type { Change, Index, StoredObject, World } from '../../../src/sandbox/world.ts';

export class MemoryWorld implements World {
  now = Date.parse('2026-12-01T10:00:00Z');
  readonly #stored = new Map<string, StoredObject>();
  readonly #wakes = new Map<string, { time: number; controller: string; key: string }>();
  readonly #changes: Change[] = [];
  readonly history: Change[] = [];
  #count = 0;

  get<T extends KubeObject>(resource: Resource<T>, key: ObjectKey): T | undefined {
    return this.#stored.get(idOf(resource, key))?.object as T | undefined;
  }

  list<T extends KubeObject>(resource: Resource<T>, namespace?: string): readonly T[] {
    return [...this.#stored.values()]
      .filter((entry) => entry.resource.plural === resource.plural && entry.resource.group === resource.group)
      .filter(({ object }) => namespace === undefined || object.metadata.namespace === namespace)
      .map(({ object }) => object as T)
      .sort((a, b) => (formatKey(keyOf(a)) < formatKey(keyOf(b)) ? -1 : 1));
  }

  dependentsOf(uid: string): readonly StoredObject[] {
    return [...this.#stored.values()].filter(({ object }) =>
      object.metadata.ownerReferences?.some((owner) => owner.uid === uid),
    );
  }

  byIndex<T extends KubeObject>({ resource, valuesOf }: Index<T>) {
    const found = new Map<string, Map<string, ObjectKey>>();
    for (const object of this.list(resource)) {
      for (const value of valuesOf(object)) {
        const places = found.get(value) ?? new Map<string, ObjectKey>();
        found.set(value, places.set(formatKey(keyOf(object)), keyOf(object)));
      }
    }
    return found;
  }

  resources(): readonly Resource[] {
    const all = [...this.#stored.values()].map(({ resource }) => resource);
    return [...new Map(all.map((resource) => [`${resource.group}/${resource.plural}`, resource])).values()];
  }

  exists(uid: string): boolean {
    return [...this.#stored.values()].some(({ object }) => object.metadata.uid === uid);
  }

  create<T extends KubeObject>(resource: Resource<T>, object: T): T {
    this.#count += 1;
    const { name = `${object.metadata.generateName}${this.#count}` } = object.metadata;
    const made = {
      ...object,
      metadata: {
        ...object.metadata,
        name,
        uid: `uid-${this.#count}`,
        generation: 1,
        creationTimestamp: new Date(this.now).toISOString(),
      },
    };
    return this.#put(resource, made, 'ADDED');
  }

  update<T extends KubeObject>(resource: Resource<T>, object: T): T {
    const stored = this.get(resource, keyOf(object));
    if (stored === undefined) throw new Error(`not stored: ${resource.plural} ${formatKey(keyOf(object))}`);
    const plain = JSON.parse(JSON.stringify(object)) as T;
    if (isDeepStrictEqual(withoutVersion(stored), withoutVersion(plain))) return stored;
    const { deletionTimestamp, finalizers = [], deletionGracePeriodSeconds = 0 } = plain.metadata;
    const held = finalizers.length > 0 || specFinalizers(plain).length > 0;
    if (deletionTimestamp !== undefined && !held && deletionGracePeriodSeconds === 0) {
      this.#remove(resource, keyOf(plain));
      return plain;
    }
    const grown = !isDeepStrictEqual(specOf(stored), specOf(plain));
    const generation = (stored.metadata.generation ?? 0) + (grown ? 1 : 0);
    return this.#put(resource, { ...plain, metadata: { ...plain.metadata, generation } }, 'MODIFIED');
  }

  delete(resource: Resource, key: ObjectKey): void {
    const stored = this.get(resource, key);
    if (stored === undefined) return;
    const { finalizers = [], deletionTimestamp } = stored.metadata;
    if (finalizers.length === 0 && specFinalizers(stored).length === 0) this.#remove(resource, key);
    else if (deletionTimestamp === undefined) {
      const metadata = { ...stored.metadata, deletionTimestamp: new Date(this.now).toISOString() };
      this.#put(resource, { ...stored, metadata }, 'MODIFIED');
    }
  }

  wakeAt(time: number, controller: string, key: string): void {
    const id = `${controller} ${key}`;
    const earlier = this.#wakes.get(id);
    if (earlier === undefined || time < earlier.time) this.#wakes.set(id, { time, controller, key });
  }

  /** Runs the controllers until nothing changes, now and at every wake-up call of the next `ms`. */
  advance(ms: number): void {
    const end = this.now + ms;
    for (;;) {
      this.settle();
      const [next] = [...this.#wakes.values()].sort((a, b) => a.time - b.time);
      if (next === undefined || next.time > end) break;
      this.now = Math.max(this.now, next.time);
      this.#wakes.delete(`${next.controller} ${next.key}`);
      builtInControllers.find(({ name }) => name === next.controller)?.reconcile(this, next.key);
    }
    this.now = end;
  }

  settle(): void {
    for (let runs = 0; this.#changes.length > 0; runs++) {
      if (runs > 10_000) throw new Error('the controllers do not come to rest');
      const change = this.#changes.shift();
      if (change === undefined) return;
      for (const controller of builtInControllers) {
        for (const key of controller.concerns(change)) controller.reconcile(this, key);
      }
    }
  }

  /** Calls outstanding; events expire by one each. */
  get calls(): readonly string[] {
    return [...this.#wakes.values()]
      .filter(({ controller }) => controller !== 'event-expiry')
      .map(({ key }) => key);
  }

  #put<T extends KubeObject>(resource: Resource<T>, object: T, type: 'ADDED' | 'MODIFIED'): T {
    this.#count += 1;
    const metadata = { ...object.metadata, resourceVersion: String(this.#count) };
    const stored = JSON.parse(JSON.stringify({ ...object, metadata })) as T;
    const previous = this.get(resource, keyOf(stored));
    this.#stored.set(idOf(resource, keyOf(stored)), { resource, object: stored });
    this.#note({ type, resource, object: stored, ...(previous === undefined ? {} : { previous }) });
    return stored;
  }

  #remove(resource: Resource, key: ObjectKey): void {
    const stored = this.get(resource, key);
    if (stored === undefined) return;
    this.#stored.delete(idOf(resource, key));
    this.#note({ type: 'DELETED', resource, object: stored, previous: stored });
  }

  #note(change: Change): void {
    this.#changes.push(change);
    this.history.push(change);
  }
}

function idOf(resource: Resource, key: ObjectKey): string {
  return `${resource.group}/${resource.plural}/${formatKey(key)}`;
}

function withoutVersion({ metadata, ...rest }: KubeObject): unknown {
  const { resourceVersion: _version, generation: _generation, ...meta } = metadata;
  return { ...rest, metadata: meta };
}

function specOf(object: KubeObject): unknown {
  return 'spec' in object ? object.spec : undefined;
}

function specFinalizers(object: KubeObject): readonly unknown[] {
  const spec = specOf(object);
  return typeof spec === 'object' && spec !== null && 'finalizers' in spec && Array.isArray(spec.finalizers)
    ? spec.finalizers
    : [];
}
