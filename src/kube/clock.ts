/** @module Time, given to whoever needs it, so that tests can hold and move it. */

/** Wall time for what people read, monotonic time for what is measured. */
export interface Clock {
  /** Milliseconds since 1970. May jump. */
  now(): number;
  /** Milliseconds since some fixed moment. Never goes back. */
  monotonic(): number;
  /** Resolves after `ms`. Rejects with the signal's reason when aborted. */
  sleep(ms: number, signal?: AbortSignal): Promise<void>;
}

/** The machine's own time. */
export const systemClock: Clock = {
  now: () => Date.now(),
  monotonic: () => performance.now(),
  sleep: (ms, signal) =>
    new Promise((resolve, reject) => {
      if (signal?.aborted) {
        reject(signal.reason);
        return;
      }
      const timer = setTimeout(() => {
        signal?.removeEventListener('abort', onAbort);
        resolve();
      }, ms);
      const onAbort = () => {
        clearTimeout(timer);
        reject(signal?.reason);
      };
      signal?.addEventListener('abort', onAbort, { once: true });
    }),
};
