/** @module Follows a collection of the API: reads it, then watches it, and starts over where it must. */
import type { Reader, Selection, WatchEvent, Watcher, WatchOptions } from '../../kube/client.ts';
import { type Clock, systemClock } from '../../kube/clock.ts';
import { listAllPages } from '../../kube/list-all.ts';
import type { KubeObject } from '../../kube/object.ts';
import type { Resource } from '../../kube/resource.ts';
import { isExpired, isNotFound, StatusError } from '../../kube/status-error.ts';
import { ConnectionError } from '../../kube/transport.ts';
import { Backoff } from './backoff.ts';
import { NotStreamedError, readInitialState } from './initial-state.ts';

/** What happens to a collection, named as kube-rs names it. The objects between Init and InitDone are all there are. */
export type ReflectorEvent<T extends KubeObject> =
  | { readonly type: 'Init' }
  | { readonly type: 'InitApply'; readonly object: T }
  | { readonly type: 'InitDone'; readonly resourceVersion: string }
  | { readonly type: 'Apply'; readonly object: T }
  | { readonly type: 'Delete'; readonly object: T };

/**
 * - `stream`: the whole collection, and after it its changes, are asked for in one watch.
 * - `list`: the whole collection has to be read (anew).
 * - `watch`: changes after `resourceVersion` are asked for; `open` once the server has agreed to tell them.
 * - `wait`: something failed; `next` is entered after `ms`.
 */
export type ReflectorState =
  | { readonly name: 'stream' }
  | { readonly name: 'list' }
  | { readonly name: 'watch'; readonly resourceVersion: string; readonly open: boolean }
  | { readonly name: 'wait'; readonly ms: number; readonly problem: unknown; readonly next: ReflectorState };

export interface ReflectorOptions<T extends KubeObject> {
  readonly client: Reader & Watcher;
  readonly resource: Resource<T>;
  readonly selection?: Selection;
  readonly clock?: Clock;
  /** Receives the events in order. Must not throw. */
  readonly onEvent: (event: ReflectorEvent<T>) => void;
  /** Told every state that is entered. Must not throw. */
  readonly onState?: (state: ReflectorState) => void;
  /** A number from 0 up to 1. Default Math.random. */
  readonly random?: () => number;
}

/** The server ends a watch after 5 to 10 minutes, at random, so that many watches do not come back together. */
const WATCH_SECONDS = 300;
/** Most servers send a bookmark about every minute; longer silence may mean a connection that is dead. */
const INACTIVITY_MS = 90_000;
/** A watch that has lasted so long ends the story of failures before it. */
const HEALTHY_MS = 30_000;
/** A watch that the server ends sooner, and without a word, was refused rather than ended. */
const SHORTEST_WATCH_MS = 1000;
/** A CRD may be installed, or a server started, at any moment, and asking costs little. */
const ABSENCE_WAIT_MS = 5000;

/**
 * Runs until `signal` is aborted, then resolves; never rejects.
 *
 * Flow: stream or list → watch → watch … A watch that ends is followed by the next one from the last resourceVersion
 * seen, at once; a failed one after a pause; one whose resourceVersion has expired (410) by starting over after a pause.
 * A server that does not stream is not asked again, and listed at once; where a stream fails otherwise, a list is tried
 * next, and after a failed list a stream.
 *
 * Guarantees: no change is lost between two watches; there is never more than one request at a time; pauses double
 * up to 30 s with jitter (5 s where nothing is there to be burdened), start small again after 30 s of health, and are as long as a server's Retry-After asks.
 *
 * Assumptions: an object event's resourceVersion is where the next watch may begin.
 *
 * Caveats: changes that a relist reveals arrive as a new Init … InitDone, not one by one.
 */
export async function reflect<T extends KubeObject>(
  options: ReflectorOptions<T>,
  signal: AbortSignal,
): Promise<void> {
  const reflector = new Reflector(options, signal);
  for (let state = reflector.start(); !signal.aborted; ) {
    options.onState?.(state);
    state = await reflector.leave(state);
  }
}

class Reflector<T extends KubeObject> {
  readonly #options: ReflectorOptions<T>;
  readonly #signal: AbortSignal;
  readonly #clock: Clock;
  readonly #random: () => number;
  readonly #backoff: Backoff;
  /** Whether the server may be able to stream. */
  #mayStream = true;

  constructor(options: ReflectorOptions<T>, signal: AbortSignal) {
    const { clock = systemClock, random = Math.random } = options;
    this.#options = options;
    this.#signal = signal;
    this.#clock = clock;
    this.#random = random;
    this.#backoff = new Backoff({ random });
  }

  /** The state to begin with, and to start over with. */
  start(): ReflectorState {
    return { name: this.#mayStream ? 'stream' : 'list' };
  }

  /** Does what the state is for, and gives the one that follows. */
  leave(state: ReflectorState): Promise<ReflectorState> {
    switch (state.name) {
      case 'stream':
        return this.#stream();
      case 'list':
        return this.#list();
      case 'watch':
        return this.#watch(state.resourceVersion);
      case 'wait':
        return this.#wait(state.ms, state.next);
    }
  }

  async #stream(): Promise<ReflectorState> {
    const startedAt = this.#clock.monotonic();
    try {
      const { items, resourceVersion, changes } = await readInitialState<T>(
        (options) => this.#openWatch(options),
        { clock: this.#clock, signal: this.#signal },
      );
      this.#replace(items, resourceVersion);
      this.#options.onState?.({ name: 'watch', resourceVersion, open: true });
      return await this.#follow(changes, resourceVersion, startedAt);
    } catch (problem) {
      if (!(problem instanceof NotStreamedError))
        return this.#failed(problem, isAbsence(problem) ? { name: 'stream' } : { name: 'list' });
      this.#mayStream = false;
      return { name: 'list' };
    }
  }

  async #list(): Promise<ReflectorState> {
    const { client, resource, selection } = this.#options;
    try {
      const { items, metadata } = await listAllPages(client, resource, {
        ...selection,
        signal: this.#signal,
      });
      const { resourceVersion = '' } = metadata;
      this.#replace(items, resourceVersion);
      return watchFrom(resourceVersion);
    } catch (problem) {
      return this.#failed(problem, this.start());
    }
  }

  #replace(items: readonly T[], resourceVersion: string): void {
    const { onEvent } = this.#options;
    onEvent({ type: 'Init' });
    for (const object of items) onEvent({ type: 'InitApply', object });
    onEvent({ type: 'InitDone', resourceVersion });
  }

  #watch(resourceVersion: string): Promise<ReflectorState> {
    const { onState } = this.#options;
    const changes = this.#openWatch({
      resourceVersion,
      onOpen: () => onState?.({ name: 'watch', resourceVersion, open: true }),
      signal: this.#signal,
    });
    return this.#follow(changes, resourceVersion, this.#clock.monotonic());
  }

  /** Passes on changes after `from` until they end, which is no reason to reject. */
  async #follow(
    changes: AsyncIterable<WatchEvent<T>>,
    from: string,
    startedAt: number,
  ): Promise<ReflectorState> {
    let resourceVersion = from;
    try {
      for await (const event of changes) {
        resourceVersion = event.object.metadata.resourceVersion ?? resourceVersion;
        if (event.type === 'BOOKMARK') continue;
        const type = event.type === 'DELETED' ? 'Delete' : 'Apply';
        this.#options.onEvent({ type, object: event.object });
      }
    } catch (problem) {
      const lasted = this.#clock.monotonic() - startedAt;
      this.#forgiveAfter(lasted);
      // Not every server sends bookmarks often: where nothing happens, silence is no failure.
      if (isSilence(problem) && lasted >= INACTIVITY_MS) return watchFrom(resourceVersion);
      return this.#failed(problem, isExpired(problem) ? this.start() : watchFrom(resourceVersion));
    }
    const lasted = this.#clock.monotonic() - startedAt;
    this.#forgiveAfter(lasted);
    const next = watchFrom(resourceVersion);
    return lasted < SHORTEST_WATCH_MS && resourceVersion === from
      ? this.#failed(new ShortWatch(), next)
      : next;
  }

  #openWatch(options: WatchOptions): AsyncIterable<WatchEvent<T>> {
    const { client, resource, selection } = this.#options;
    return client.watch(resource, {
      ...selection,
      ...options,
      allowWatchBookmarks: true,
      timeoutSeconds: Math.floor(WATCH_SECONDS * (1 + this.#random())),
      inactivityMs: INACTIVITY_MS,
    });
  }

  async #wait(ms: number, next: ReflectorState): Promise<ReflectorState> {
    // The only rejection is the abort, which ends the loop.
    await this.#clock.sleep(ms, this.#signal).catch(() => undefined);
    return next;
  }

  #forgiveAfter(lastedMs: number): void {
    if (lastedMs >= HEALTHY_MS) this.#backoff.reset();
  }

  #failed(problem: unknown, resume: ReflectorState): ReflectorState {
    const asked = problem instanceof StatusError ? (problem.retryAfterSeconds ?? 0) * 1000 : 0;
    const pause = isAbsence(problem) ? this.#backoff.next(ABSENCE_WAIT_MS) : this.#backoff.next();
    // What a server has lost it says when read anew: a watch alone could be refused for ever.
    const next: ReflectorState = isNotFound(problem) ? this.start() : resume;
    return { name: 'wait', ms: Math.max(pause, asked), problem, next };
  }
}

function watchFrom(resourceVersion: string): ReflectorState {
  return { name: 'watch', resourceVersion, open: false };
}

function isAbsence(problem: unknown): boolean {
  return isNotFound(problem) || (problem instanceof ConnectionError && problem.code === 'ECONNREFUSED');
}

function isSilence(problem: unknown): boolean {
  return problem instanceof ConnectionError && problem.code === 'ETIMEDOUT';
}

class ShortWatch extends Error {
  override readonly name = 'ShortWatch';

  constructor() {
    super('the server ended the watch at once');
  }
}
