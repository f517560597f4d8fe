/** @module A cache of a collection that tells handlers what changes in it. */
import type { Reader, Selection, Watcher } from '../../kube/client.ts';
import { type Clock, systemClock } from '../../kube/clock.ts';
import { formatKey, type KubeObject, keyOf } from '../../kube/object.ts';
import type { Resource } from '../../kube/resource.ts';
import { type LabelSelector, matchesLabels, parseLabelSelector } from '../../kube/selectors.ts';
import { cacheable } from './frozen.ts';
import { Indexer, type IndexFunctions } from './indexer.ts';
import type { Lister } from './lister.ts';
import { type ReflectorEvent, type ReflectorState, reflect } from './reflector.ts';
import { isNewer } from './resource-version.ts';

/** Told after the cache has changed. What a handler throws harms neither the cache nor other handlers. */
export interface ResourceEventHandler<T extends KubeObject> {
  /** `initial`: the object was there when the informer started. */
  onAdd?(object: T, info: { readonly initial: boolean }): void;
  /** Not called when the resourceVersion is the same, except on a resync. */
  onUpdate?(before: T, after: T, info: { readonly resync: boolean }): void;
  /** `tombstone`: the deletion was missed, so this is the last state known, not the last there was. */
  onDelete?(object: T, info: { readonly tombstone: boolean }): void;
}

export interface InformerOptions<T extends KubeObject> {
  readonly client: Reader & Watcher;
  readonly resource: Resource<T>;
  /** By namespace and labels. */
  readonly selection?: Omit<Selection, 'fieldSelector'>;
  readonly indices?: IndexFunctions<T>;
  readonly clock?: Clock;
  /** How often handlers are told of all objects anew, in ms. Default 30 000, 0 for never. */
  readonly resyncMs?: number;
  /** A handler threw. */
  readonly onHandlerError: (error: unknown, object: T) => void;
  /** See {@link reflect}. */
  readonly onState?: (state: ReflectorState) => void;
}

/**
 * Guarantees: objects are frozen and without managedFields; the content is exchanged at once after a list; a changed
 * UID is told as a deletion and an addition; an object never goes back to an older version, and what
 * {@link Informer.observeWrite} was given stays until the server's own account has caught up with it.
 *
 * Assumptions: resourceVersions of one collection grow.
 */
export class Informer<T extends KubeObject> {
  readonly resource: Resource<T>;
  readonly selection: Omit<Selection, 'fieldSelector'>;
  readonly #options: InformerOptions<T>;
  readonly #clock: Clock;
  readonly #labels: LabelSelector;
  readonly #indexer: Indexer<T>;
  readonly #handlers: ResourceEventHandler<T>[] = [];
  /** Our writes that no list or watch has confirmed, by key. */
  readonly #unconfirmed = new Map<string, T>();
  #arriving: T[] = [];
  /** Up to where the server's account has been followed. */
  #resourceVersion: string | undefined;
  #brokenSince: number | undefined;
  readonly #synced = Promise.withResolvers<void>();

  constructor(options: InformerOptions<T>) {
    this.resource = options.resource;
    this.selection = options.selection ?? {};
    this.#options = options;
    this.#clock = options.clock ?? systemClock;
    this.#labels = parseLabelSelector(this.selection.labelSelector ?? '');
    this.#indexer = new Indexer(options.indices);
    this.#brokenSince = this.#clock.monotonic();
  }

  /** Reads the cache. */
  get lister(): Lister<T> {
    return this.#indexer;
  }

  /** Whether the first list is complete. */
  get hasSynced(): boolean {
    return this.#resourceVersion !== undefined;
  }

  /** Resolves when the first list is complete. Never rejects. */
  get synced(): Promise<void> {
    return this.#synced.promise;
  }

  /** For how long the server has not been followed, in ms; 0 while a watch is open. */
  get brokenForMs(): number {
    return this.#brokenSince === undefined ? 0 : this.#clock.monotonic() - this.#brokenSince;
  }

  /** Handlers are to be added before {@link run}. */
  addHandler(handler: ResourceEventHandler<T>): void {
    this.#handlers.push(handler);
  }

  /** Follows the collection until `signal` is aborted, then resolves. */
  async run(signal: AbortSignal): Promise<void> {
    const { client, resource, resyncMs = 30_000 } = this.#options;
    const reflecting = reflect(
      {
        client,
        resource,
        selection: this.selection,
        clock: this.#clock,
        onEvent: (event) => this.#receive(event),
        onState: (state) => this.#enter(state),
      },
      signal,
    );
    await Promise.all([reflecting, resyncMs > 0 ? this.#resyncRegularly(resyncMs, signal) : undefined]);
  }

  /** Tells handlers of all objects anew. */
  resync(): void {
    for (const object of this.#indexer.list())
      this.#tell(object, (handler) => handler.onUpdate?.(object, object, { resync: true }));
  }

  /**
   * Takes in what the server answered to a write of ours, so that nobody here sees an older state any more. Handlers
   * are not called: who wrote it knows. Ignored when the cache is already as new, or does not select the object.
   */
  observeWrite(object: T): void {
    if (!this.hasSynced || !this.#selects(object)) return;
    const { resourceVersion } = object.metadata;
    // What is not newer than the account was either superseded or deleted in it.
    if (!isNewer(resourceVersion, this.#resourceVersion)) return;
    const present = this.#indexer.get(keyOf(object));
    if (present !== undefined && !isNewer(resourceVersion, present.metadata.resourceVersion)) return;
    const written = cacheable(object);
    this.#indexer.put(written);
    this.#unconfirmed.set(formatKey(keyOf(object)), written);
  }

  #selects({ metadata }: T): boolean {
    const { namespace } = this.selection;
    return (
      (namespace === undefined || metadata.namespace === namespace) &&
      matchesLabels(this.#labels, metadata.labels)
    );
  }

  #enter(state: ReflectorState): void {
    if (state.name === 'watch' && state.open) this.#brokenSince = undefined;
    else this.#brokenSince ??= this.#clock.monotonic();
    this.#options.onState?.(state);
  }

  #receive(event: ReflectorEvent<T>): void {
    switch (event.type) {
      case 'Init':
        this.#arriving = [];
        return;
      case 'InitApply':
        this.#arriving.push(cacheable(event.object));
        return;
      case 'InitDone':
        this.#replace(this.#arriving, event.resourceVersion);
        this.#arriving = [];
        return;
      case 'Apply':
        this.#apply(cacheable(event.object));
        return;
      case 'Delete':
        this.#delete(cacheable(event.object));
        return;
    }
  }

  #replace(listed: readonly T[], resourceVersion: string): void {
    const initial = !this.hasSynced;
    const before = new Map(this.#indexer.list().map((object) => [formatKey(keyOf(object)), object]));
    const after = new Map(listed.map((object) => [formatKey(keyOf(object)), object]));
    for (const [key, written] of this.#unconfirmed) {
      // Below the list's version, what is missing in it was deleted. Above, the watch to come will tell.
      if (isNewer(written.metadata.resourceVersion, resourceVersion) && !this.#wentBack(resourceVersion))
        after.set(key, written);
      else this.#unconfirmed.delete(key);
    }
    this.#indexer.replace(after.values());
    this.#resourceVersion = resourceVersion;
    this.#synced.resolve();
    for (const [key, object] of before)
      if (!after.has(key)) this.#tell(object, (handler) => handler.onDelete?.(object, { tombstone: true }));
    for (const [key, object] of after)
      this.#tellChange(before.get(key), object, { initial, tombstone: true });
  }

  /** A server restored from a backup counts anew: then nothing remembered holds. */
  #wentBack(resourceVersion: string): boolean {
    return isNewer(this.#resourceVersion, resourceVersion);
  }

  #apply(object: T): void {
    const key = formatKey(keyOf(object));
    const before = this.#indexer.get(keyOf(object));
    this.#advance(key, object);
    if (before !== undefined && isNewer(before.metadata.resourceVersion, object.metadata.resourceVersion))
      return;
    this.#indexer.put(object);
    this.#tellChange(before, object, { initial: false, tombstone: true });
  }

  #delete(object: T): void {
    const key = keyOf(object);
    const before = this.#indexer.get(key);
    this.#advance(formatKey(key), object);
    const isSame = before?.metadata.uid === object.metadata.uid;
    const isOutrun = isNewer(before?.metadata.resourceVersion, object.metadata.resourceVersion);
    if (isSame && !isOutrun) this.#indexer.delete(key);
    this.#tell(object, (handler) => handler.onDelete?.(object, { tombstone: false }));
  }

  #advance(key: string, { metadata }: T): void {
    this.#resourceVersion = metadata.resourceVersion ?? this.#resourceVersion;
    const written = this.#unconfirmed.get(key);
    if (written !== undefined && !isNewer(written.metadata.resourceVersion, metadata.resourceVersion))
      this.#unconfirmed.delete(key);
  }

  #tellChange(
    before: T | undefined,
    after: T,
    { initial, tombstone }: { readonly initial: boolean; readonly tombstone: boolean },
  ): void {
    const isSame = before?.metadata.uid === after.metadata.uid;
    if (before !== undefined && !isSame)
      this.#tell(before, (handler) => handler.onDelete?.(before, { tombstone }));
    if (before === undefined || !isSame) this.#tell(after, (handler) => handler.onAdd?.(after, { initial }));
    else if (before.metadata.resourceVersion !== after.metadata.resourceVersion)
      this.#tell(after, (handler) => handler.onUpdate?.(before, after, { resync: false }));
  }

  #tell(object: T, call: (handler: ResourceEventHandler<T>) => void): void {
    for (const handler of this.#handlers) {
      try {
        call(handler);
      } catch (error) {
        this.#options.onHandlerError(error, object);
      }
    }
  }

  async #resyncRegularly(everyMs: number, signal: AbortSignal): Promise<void> {
    while (!signal.aborted) {
      // The only rejection is the abort, which ends the loop.
      await this.#clock.sleep(everyMs, signal).catch(() => undefined);
      if (!signal.aborted) this.resync();
    }
  }
}
