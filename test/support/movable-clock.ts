/** @module A wall clock that stands still until the test moves it; the sandbox does what has come due at its next request. */
import type { Clock } from '../../src/kube/clock.ts';

export interface MovableClock extends Clock {
  move(ms: number): void;
}

/** Begins at 2026-12-01. Sleeping moves it: whoever waits on it does so alone. */
export function movableClock(): MovableClock {
  let now = Date.UTC(2026, 11, 1);
  const move = (ms: number) => {
    now += ms;
  };
  return { now: () => now, monotonic: () => now, sleep: async (ms) => move(ms), move };
}
