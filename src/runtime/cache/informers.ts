/** @module All caches of a controller, started and waited for together. */
import type { Reader, Watcher } from '../../kube/client.ts';
import type { Clock } from '../../kube/clock.ts';
import type { KubeObject } from '../../kube/object.ts';
import type { Resource } from '../../kube/resource.ts';
import type { Cache } from './cached-reader.ts';
import type { IndexFunctions } from './indexer.ts';
import { Informer, type ResourceEventHandler } from './informer.ts';
import type { ReflectorState } from './reflector.ts';

export interface InformersOptions {
  readonly client: Reader & Watcher;
  readonly clock: Clock;
  /** One cache for each of them; absent or empty: one for all namespaces. */
  readonly namespaces?: readonly string[] | undefined;
  /** See the informer's option. */
  readonly resyncMs?: number | undefined;
  readonly onHandlerError: (error: unknown, object: KubeObject) => void;
  /** What the informer of `resource` (in `namespace`) does now. */
  readonly onState: (state: ReflectorState, of: CacheScope) => void;
}

/** Which cache is meant, for messages. */
export interface CacheScope {
  readonly resource: Resource;
  readonly namespace: string | undefined;
}

/** How one kind is cached. */
export interface InformerSettings<T extends KubeObject> {
  readonly labelSelector?: string;
  readonly indices?: IndexFunctions<T>;
  readonly handler: ResourceEventHandler<T>;
}

interface Started extends Cache<KubeObject> {
  readonly hasSynced: boolean;
  readonly synced: Promise<void>;
  readonly brokenForMs: number;
  run(signal: AbortSignal): Promise<void>;
  resync(): void;
}

/** Created empty; kinds are added before it is run. */
export class Informers {
  readonly #options: InformersOptions;
  readonly #informers: Started[] = [];

  constructor(options: InformersOptions) {
    this.#options = options;
  }

  /** For reading: see cachedReader. */
  get caches(): readonly Cache<KubeObject>[] {
    return this.#informers;
  }

  /** Adds a kind, and gives its caches: one, or one for each namespace. */
  add<T extends KubeObject>(resource: Resource<T>, settings: InformerSettings<T>): readonly Cache<T>[] {
    const { namespaces = [] } = this.#options;
    const scopes = namespaces.length === 0 ? [undefined] : [...new Set(namespaces)];
    const added = scopes.map((namespace) => this.#create(resource, namespace, settings));
    this.#informers.push(...added);
    return added;
  }

  /** Runs all until `signal` is aborted, then resolves. */
  async run(signal: AbortSignal): Promise<void> {
    await Promise.all(this.#informers.map((informer) => informer.run(signal)));
  }

  /** Tells the handlers of all kinds of all objects anew. */
  resync(): void {
    for (const informer of this.#informers) informer.resync();
  }

  /** Whether every cache has been filled. */
  get hasSynced(): boolean {
    return this.#informers.every(({ hasSynced }) => hasSynced);
  }

  /** Resolves when every cache has been filled. */
  async synced(): Promise<void> {
    await Promise.all(this.#informers.map(({ synced }) => synced));
  }

  /** For how long the worst of them has not followed the server, in ms. */
  get brokenForMs(): number {
    return Math.max(0, ...this.#informers.map(({ brokenForMs }) => brokenForMs));
  }

  #create<T extends KubeObject>(
    resource: Resource<T>,
    namespace: string | undefined,
    { labelSelector, indices = {}, handler }: InformerSettings<T>,
  ): Informer<T> {
    const { client, clock, resyncMs, onHandlerError, onState } = this.#options;
    const informer = new Informer<T>({
      client,
      resource,
      clock,
      selection: { namespace, labelSelector },
      indices,
      onHandlerError,
      onState: (state) => onState(state, { resource, namespace }),
      ...(resyncMs === undefined ? {} : { resyncMs }),
    });
    informer.addHandler(handler);
    return informer;
  }
}
