/** @module A clock that stands still until the test moves it. */
import type { Clock } from '../../src/kube/clock.ts';

export interface VirtualClock extends Clock {
  /** Moves time on, waking sleepers in order and letting everything settle after each. */
  advance(ms: number): Promise<void>;
  /** Lets everything run that needs no time. */
  settle(): Promise<void>;
  /** Moves time on without waking anybody, as it passes for a process that is stopped. */
  freeze(ms: number): void;
  /** Moves only the wall clock, as an administrator or NTP would. */
  jump(ms: number): void;
  /** How many sleep. */
  readonly sleepers: number;
}

const EPOCH = Date.UTC(2026, 0, 1);

export function virtualClock(): VirtualClock {
  let elapsed = 0;
  let wall = EPOCH;
  let sleeping: { readonly at: number; readonly wake: () => void }[] = [];

  const settle = async () => {
    for (let turn = 0; turn < 8; turn += 1) await new Promise((resolve) => setImmediate(resolve));
  };
  const moveTo = (time: number) => {
    wall += time - elapsed;
    elapsed = time;
  };

  return {
    now: () => wall,
    monotonic: () => elapsed,
    get sleepers() {
      return sleeping.length;
    },
    sleep: (ms, signal) =>
      new Promise((resolve, reject) => {
        if (signal?.aborted) return reject(signal.reason);
        const sleeper = { at: elapsed + ms, wake: () => finish(resolve) };
        const onAbort = () => finish(() => reject(signal?.reason));
        const finish = (end: () => void) => {
          sleeping = sleeping.filter((other) => other !== sleeper);
          signal?.removeEventListener('abort', onAbort);
          end();
        };
        sleeping.push(sleeper);
        signal?.addEventListener('abort', onAbort, { once: true });
      }),
    settle,
    async advance(ms) {
      const until = elapsed + ms;
      await settle();
      for (;;) {
        const due = sleeping.filter(({ at }) => at <= until).sort((a, b) => a.at - b.at)[0];
        if (due === undefined) break;
        moveTo(Math.max(elapsed, due.at));
        due.wake();
        await settle();
      }
      moveTo(until);
      await settle();
    },
    freeze: (ms) => moveTo(elapsed + ms),
    jump(ms) {
      wall += ms;
    },
  };
}
