/** @module Tells open watches that something may have changed, in this process or in another. */
import type { Clock } from '../../kube/clock.ts';

/** How often the database is asked whether other processes wrote, while watches are open. */
const POLL_MS = 50;

export interface WakeupSource {
  readonly clock: Clock;
  /** Changes when another process has written. */
  readonly version: () => number;
  /** Runs what has come due; called at every poll. */
  readonly advance: () => void;
}

/** Polls only while somebody listens. */
export class Wakeups {
  readonly #listeners = new Set<() => void>();
  readonly #source: WakeupSource;
  #polling: AbortController | undefined;

  constructor(source: WakeupSource) {
    this.#source = source;
  }

  /** Calls `listener` after every change, until the returned function is called. */
  listen(listener: () => void): () => void {
    this.#listeners.add(listener);
    this.#start();
    return () => {
      this.#listeners.delete(listener);
      if (this.#listeners.size === 0) this.#stop();
    };
  }

  wake(): void {
    for (const listener of [...this.#listeners]) listener();
  }

  #start(): void {
    if (this.#polling !== undefined) return;
    const polling = new AbortController();
    this.#polling = polling;
    this.#poll(polling.signal).catch((error: unknown) => {
      if (!polling.signal.aborted) throw error;
    });
  }

  #stop(): void {
    this.#polling?.abort();
    this.#polling = undefined;
  }

  async #poll(signal: AbortSignal): Promise<void> {
    const { clock } = this.#source;
    let seen: number | undefined = this.#look();
    while (!signal.aborted) {
      await clock.sleep(POLL_MS, signal);
      if (signal.aborted) return;
      const current = this.#look();
      if (current === undefined || (seen !== undefined && current !== seen)) this.wake();
      seen = current;
    }
  }

  /** Undefined when the database cannot be read: the watches, woken, meet the same fault and tell their readers. */
  #look(): number | undefined {
    try {
      this.#source.advance();
      return this.#source.version();
    } catch {
      return undefined;
    }
  }
}
