/** @module A queue that holds back failed keys, longer with each failure. */
import type { Clock } from '../../kube/clock.ts';
import { DelayingQueue } from './delaying-queue.ts';
import type { Priority } from './queue.ts';
import type { QueueObserver } from './queue-observer.ts';
import { defaultRateLimiter, type RateLimiter } from './rate-limiter.ts';

/** Adds the vocabulary of retries. A plain `add` always passes the delay: news are never held back by old failures. */
export class RateLimitingQueue extends DelayingQueue {
  readonly #limiter: RateLimiter;

  constructor(clock: Clock, limiter: RateLimiter = defaultRateLimiter(clock), observer?: QueueObserver) {
    super(clock, observer);
    this.#limiter = limiter;
  }

  /** Counts a failure of `key` and adds it after the delay it has earned. Returns that delay in ms. */
  addRateLimited(key: string, priority: Priority = 'normal'): number {
    const delay = this.#limiter.when(key);
    this.addAfter(key, delay, priority);
    return delay;
  }

  /** The next failure of `key` starts with the smallest delay again. Cancels no appointment. */
  forget(key: string): void {
    this.#limiter.forget(key);
  }

  /** Failures of `key` since it was last forgotten. */
  numRequeues(key: string): number {
    return this.#limiter.numRequeues(key);
  }
}
