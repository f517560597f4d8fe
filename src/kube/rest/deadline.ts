/** @module A limit of time around one piece of work. */
import type { Clock } from '../clock.ts';

export interface Deadline {
  /** 0 means no limit. */
  readonly limitMs: number;
  readonly clock: Clock;
  /** Ends the work early, with its reason. */
  readonly signal?: AbortSignal | undefined;
  /** The error when the time is over. */
  readonly late: () => Error;
}

/** Runs `work` with a signal that is aborted when the time is over or `signal` is. Leaves no timer behind. */
export async function withDeadline<T>(
  { limitMs, clock, signal, late }: Deadline,
  work: (signal: AbortSignal) => Promise<T>,
): Promise<T> {
  signal?.throwIfAborted();
  const limit = new AbortController();
  const finished = new AbortController();
  const onAbort = () => limit.abort(signal?.reason);
  signal?.addEventListener('abort', onAbort, { once: true });
  if (limitMs > 0) {
    clock.sleep(limitMs, finished.signal).then(
      () => limit.abort(late()),
      () => {},
    );
  }
  try {
    return await work(limit.signal);
  } finally {
    finished.abort();
    signal?.removeEventListener('abort', onAbort);
  }
}
