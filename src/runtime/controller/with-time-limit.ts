/** @module Work that is aborted when it takes too long. */
import type { Clock } from '../../kube/clock.ts';

export interface TimeLimit {
  readonly ms: number;
  /** Aborts the work as well. */
  readonly signal?: AbortSignal | undefined;
  readonly clock: Clock;
  /** Makes the reason of an abort for lateness. */
  readonly late: () => Error;
}

/** Settles as `work` does, whose signal is aborted after `ms` or with the outer signal. */
export async function withTimeLimit<T>(
  work: (signal: AbortSignal) => Promise<T>,
  { ms, signal, clock, late }: TimeLimit,
): Promise<T> {
  const limit = new AbortController();
  const done = new AbortController();
  const onAbort = () => limit.abort(signal?.reason);
  if (signal?.aborted) onAbort();
  signal?.addEventListener('abort', onAbort, { once: true });
  clock.sleep(ms, done.signal).then(
    () => limit.abort(late()),
    () => undefined,
  );
  try {
    return await work(limit.signal);
  } finally {
    done.abort();
    signal?.removeEventListener('abort', onAbort);
  }
}
