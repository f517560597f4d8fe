/** @module How long a failed key has to wait before it is tried again. */
import type { Clock } from '../../kube/clock.ts';

/** Gives each failure of a key its delay. */
export interface RateLimiter {
  /** Counts one more failure of `key` and says how many milliseconds it has to wait. */
  when(key: string): number;
  /** The failures of `key` are over. */
  forget(key: string): void;
  /** How often `key` has failed since it was last forgotten. */
  numRequeues(key: string): number;
}

/** Settings of {@link defaultRateLimiter}. */
export interface RateLimits {
  /** First delay of a key, in ms; it doubles with every failure. Default 5. */
  readonly baseDelayMs?: number;
  /** The longest delay of a key, in ms. Default 60 000, where client-go waits up to 1,000 s. */
  readonly maxDelayMs?: number;
  /** Retries a second of all keys together. Default 10. */
  readonly qps?: number;
  /** Retries that may come at once before `qps` holds them back. Default 100. */
  readonly burst?: number;
}

/**
 * The worse of two delays, as in client-go: per key 5 ms doubling up to a minute, and a bucket of 100 retries
 * refilled by 10 a second over all keys. The cap is a minute so that a cured cause is noticed within one.
 */
export function defaultRateLimiter(clock: Clock, limits: RateLimits = {}): RateLimiter {
  return maxOf(itemExponentialFailure(limits), bucket(clock, limits));
}

function itemExponentialFailure({ baseDelayMs = 5, maxDelayMs = 60_000 }: RateLimits): RateLimiter {
  const failures = new Map<string, number>();
  return {
    when(key) {
      const count = failures.get(key) ?? 0;
      failures.set(key, count + 1);
      return Math.min(baseDelayMs * 2 ** count, maxDelayMs);
    },
    forget: (key) => void failures.delete(key),
    numRequeues: (key) => failures.get(key) ?? 0,
  };
}

function bucket(clock: Clock, { qps = 10, burst = 100 }: RateLimits): RateLimiter {
  let tokens = burst;
  let countedAt = clock.monotonic();
  return {
    when() {
      const now = clock.monotonic();
      tokens = Math.min(burst, tokens + ((now - countedAt) / 1000) * qps) - 1;
      countedAt = now;
      return tokens >= 0 ? 0 : (-tokens / qps) * 1000;
    },
    forget: () => undefined,
    numRequeues: () => 0,
  };
}

function maxOf(...limiters: readonly RateLimiter[]): RateLimiter {
  return {
    when: (key) => Math.max(...limiters.map((limiter) => limiter.when(key))),
    forget(key) {
      for (const limiter of limiters) limiter.forget(key);
    },
    numRequeues: (key) => Math.max(...limiters.map((limiter) => limiter.numRequeues(key))),
  };
}
