/** @module A queue of keys that merges what is added twice and gives a key to one worker at a time. */

import type { QueueObserver } from './queue-observer.ts';

/** `low` is for work nobody waits for: the initial list and resyncs. */
export type Priority = 'normal' | 'low';

/**
 * Flow: `add` → `get` → work → `done`.
 *
 * Guarantees: a key waits at most once; a key is given to one worker at a time; a key added while it is worked on
 * waits again after `done`, so no addition is lost; `normal` keys come before `low` ones, first in first out.
 *
 * Assumptions: every key got is given back by `done`, whatever became of it.
 *
 * Caveats: `low` keys starve while `normal` ones never end. The size is bounded by the number of distinct keys.
 */
export class Queue {
  readonly #lanes: Readonly<Record<Priority, Lane>> = { normal: new Lane(), low: new Lane() };
  /** What waits to be got. A lane may hold stale entries of a key that moved; this map is the truth. */
  readonly #waiting = new Map<string, Priority>();
  readonly #processing = new Set<string>();
  /** Added while being worked on. */
  readonly #again = new Map<string, Priority>();
  readonly #getters: ((key: string | undefined) => void)[] = [];
  readonly #drained: (() => void)[] = [];
  readonly #observer: QueueObserver | undefined;
  #shuttingDown = false;

  constructor(observer?: QueueObserver) {
    this.#observer = observer;
  }

  /** How many keys wait to be got, without those being worked on. */
  get length(): number {
    return this.#waiting.size + this.#again.size;
  }

  get shuttingDown(): boolean {
    return this.#shuttingDown;
  }

  /** Marks `key` as in need of work. A waiting `low` key moves up when added as `normal`, never down. */
  add(key: string, priority: Priority = 'normal'): void {
    if (this.#shuttingDown) return;
    if (this.#processing.has(key)) {
      const again = this.#again.get(key);
      if (again === 'normal' || again === priority) return;
      this.#again.set(key, priority);
      this.#observer?.waits(key, priority);
      return;
    }
    const present = this.#waiting.get(key);
    if (present === 'normal' || present === priority) return;
    this.#waiting.set(key, priority);
    this.#lanes[priority].push(key);
    this.#observer?.waits(key, priority);
    this.#handOut();
  }

  /** The next key, as soon as there is one; undefined once the queue is shut down and empty. */
  get(): Promise<string | undefined> {
    return new Promise((resolve) => {
      this.#getters.push(resolve);
      this.#handOut();
    });
  }

  /** Gives back a key. It waits again at once when it was added meanwhile. */
  done(key: string): void {
    if (!this.#processing.delete(key)) return;
    this.#observer?.done(key);
    const priority = this.#again.get(key);
    if (priority !== undefined) {
      this.#again.delete(key);
      this.#waiting.set(key, priority);
      this.#lanes[priority].push(key);
    }
    this.#handOut();
    if (this.#processing.size === 0) for (const resolve of this.#drained.splice(0)) resolve();
  }

  /** Takes nothing more. What waits can still be got, after that `get` gives undefined. */
  shutDown(): void {
    this.#shuttingDown = true;
    this.#handOut();
  }

  /** As {@link shutDown}; resolves when no key is being worked on. */
  shutDownWithDrain(): Promise<void> {
    this.shutDown();
    if (this.#processing.size === 0) return Promise.resolve();
    return new Promise((resolve) => this.#drained.push(resolve));
  }

  #handOut(): void {
    while (this.#getters.length > 0) {
      const key = this.#take();
      if (key === undefined && !this.#mayEnd()) return;
      this.#getters.shift()?.(key);
    }
  }

  /** A key that was added again may still come back, so waiting getters are not sent home before. */
  #mayEnd(): boolean {
    return this.#shuttingDown && this.#again.size === 0;
  }

  #take(): string | undefined {
    for (const priority of ['normal', 'low'] as const) {
      for (;;) {
        const key = this.#lanes[priority].shift();
        if (key === undefined) break;
        if (this.#waiting.get(key) !== priority) continue;
        this.#waiting.delete(key);
        this.#processing.add(key);
        this.#observer?.got(key);
        return key;
      }
    }
    return undefined;
  }
}

/** First in, first out, without moving the rest on every `shift`. */
class Lane {
  #items: string[] = [];
  #head = 0;

  push(item: string): void {
    this.#items.push(item);
  }

  shift(): string | undefined {
    const item = this.#items[this.#head];
    if (item === undefined) return undefined;
    this.#head += 1;
    if (this.#head >= 1024 && this.#head * 2 >= this.#items.length) {
      this.#items = this.#items.slice(this.#head);
      this.#head = 0;
    }
    return item;
  }
}
