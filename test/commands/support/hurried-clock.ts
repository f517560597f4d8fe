/** @module A clock twenty times as fast as the machine's: pods start in the time that a test has. */
import { type Clock, systemClock } from '../../../src/kube/clock.ts';

const FACTOR = 20;
const start = { wall: Date.now(), monotonic: performance.now() };

/** One for the whole process, since the sandbox's file keeps times from one command to the next. */
export const hurriedClock: Clock = {
  now: () => start.wall + elapsed(),
  monotonic: () => start.monotonic + elapsed(),
  sleep: (ms, signal) => systemClock.sleep(ms / FACTOR, signal),
};

function elapsed(): number {
  return (performance.now() - start.monotonic) * FACTOR;
}
