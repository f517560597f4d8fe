/** @module Who wants to know what workers do, to measure it. */
import type { Outcome } from './outcome.ts';

/** Told of every pass. Must not throw. */
export interface WorkerObserver {
  /** So many passes may be under way at once. */
  workers(count: number): void;
  /** A pass has begun. */
  began(): void;
  /** A pass is over; it took `ms`. */
  ended(outcome: Outcome, ms: number): void;
}
