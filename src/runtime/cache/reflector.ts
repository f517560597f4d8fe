/** @module Follows a collection of the API: lists it, then watches it, and starts over where it must. */
import type { Reader, Selection, Watcher } from '../../kube/client.ts';
import { type Clock, systemClock } from '../../kube/clock.ts';
import { listAllPages } from '../../kube/list-all.ts';
import type { KubeObject } from '../../kube/object.ts';
import type { Resource } from '../../kube/resource.ts';
import { isExpired, isNotFound, StatusError } from '../../kube/status-error.ts';
import { ConnectionError } from '../../kube/transport.ts';
import { Backoff } from './backoff.ts';

/** What happens to a collection, named as kube-rs names it. The objects between Init and InitDone are all there are. */
export type ReflectorEvent<T extends KubeObject> =
  | { readonly type: 'Init' }
  | { readonly type: 'InitApply'; readonly object: T }
  | { readonly type: 'InitDone'; readonly resourceVersion: string }
  | { readonly type: 'Apply'; readonly object: T }
  | { readonly type: 'Delete'; readonly object: T };

/**
 * - `list`: the whole collection has to be read (anew).
 * - `watch`: changes after `resourceVersion` are asked for; `open` once the server has agreed to tell them.
 * - `wait`: something failed; `next` is entered after `ms`.
 */
export type ReflectorState =
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
 * Flow: list → watch → watch … A watch that ends is followed by the next one from the last resourceVersion seen, at
 * once; a failed one after a pause; one whose resourceVersion has expired (410) by a list after a pause.
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
  for (let state: ReflectorState = { name: 'list' }; !signal.aborted; ) {
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

  constructor(options: ReflectorOptions<T>, signal: AbortSignal) {
    const { clock = systemClock, random = Math.random } = options;
    this.#options = options;
    this.#signal = signal;
    this.#clock = clock;
    this.#random = random;
    this.#backoff = new Backoff({ random });
  }

  /** Does what the state is for, and gives the one that follows. */
  leave(state: ReflectorState): Promise<ReflectorState> {
    switch (state.name) {
      case 'list':
        return this.#list();
      case 'watch':
        return this.#watch(state.resourceVersion);
      case 'wait':
        return this.#wait(state.ms, state.next);
    }
  }

  async #list(): Promise<ReflectorState> {
    const { client, resource, selection, onEvent } = this.#options;
    try {
      const { items, metadata } = await listAllPages(client, resource, {
        ...selection,
        signal: this.#signal,
      });
      const { resourceVersion = '' } = metadata;
      onEvent({ type: 'Init' });
      for (const object of items) onEvent({ type: 'InitApply', object });
      onEvent({ type: 'InitDone', resourceVersion });
      return watchFrom(resourceVersion);
    } catch (problem) {
      return this.#failed(problem, { name: 'list' });
    }
  }

  async #watch(from: string): Promise<ReflectorState> {
    const startedAt = this.#clock.monotonic();
    let resourceVersion = from;
    try {
      for await (const event of this.#openWatch(from)) {
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
      return this.#failed(problem, isExpired(problem) ? { name: 'list' } : watchFrom(resourceVersion));
    }
    const lasted = this.#clock.monotonic() - startedAt;
    this.#forgiveAfter(lasted);
    const next = watchFrom(resourceVersion);
    return lasted < SHORTEST_WATCH_MS && resourceVersion === from
      ? this.#failed(new ShortWatch(), next)
      : next;
  }

  #openWatch(resourceVersion: string) {
    const { client, resource, selection, onState } = this.#options;
    return client.watch(resource, {
      ...selection,
      resourceVersion,
      allowWatchBookmarks: true,
      timeoutSeconds: Math.floor(WATCH_SECONDS * (1 + this.#random())),
      inactivityMs: INACTIVITY_MS,
      onOpen: () => onState?.({ name: 'watch', resourceVersion, open: true }),
      signal: this.#signal,
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
    // What a server has lost it says in a list: a watch alone could be refused for ever.
    const next: ReflectorState = isNotFound(problem) ? { name: 'list' } : resume;
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
