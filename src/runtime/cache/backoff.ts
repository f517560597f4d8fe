/** @module Growing, capped and jittered pauses between attempts that fail. */

/** Settings of {@link Backoff}, in milliseconds. */
export interface BackoffSettings {
  /** Default 800. */
  readonly baseMs?: number;
  /** Default 30 000. */
  readonly maxMs?: number;
  /** A number from 0 up to 1, as Math.random gives. */
  readonly random?: () => number;
}

/** Doubles the pause with every failure. The jitter takes up to half of it off, so that many clients spread out. */
export class Backoff {
  readonly #baseMs: number;
  readonly #maxMs: number;
  readonly #random: () => number;
  #failures = 0;

  constructor({ baseMs = 800, maxMs = 30_000, random = Math.random }: BackoffSettings = {}) {
    this.#baseMs = baseMs;
    this.#maxMs = maxMs;
    this.#random = random;
  }

  /** How long to pause after one more failure, at most `capMs`. */
  next(capMs = this.#maxMs): number {
    const full = Math.min(this.#baseMs * 2 ** this.#failures, this.#maxMs, capMs);
    this.#failures = Math.min(this.#failures + 1, 30);
    return full * (1 - this.#random() / 2);
  }

  /** Failures of the past no longer count. */
  reset(): void {
    this.#failures = 0;
  }
}
