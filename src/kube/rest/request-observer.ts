/** @module Who wants to know what requests come to, to measure them. */
import type { Clock } from '../clock.ts';
import type { Transport, WireRequest } from '../transport.ts';

/** What one request came to; every try of a call is one. */
export interface RequestOutcome {
  readonly method: WireRequest['method'];
  /** The transport's name of it: `https://host:6443`, `sandbox`. */
  readonly server: string;
  /** The answer's status code; undefined when none came, or not the whole. */
  readonly code: number | undefined;
  /** From sending to the end of the answer; undefined for a watch, which has none. */
  readonly ms: number | undefined;
}

/** Must not throw. */
export type RequestObserver = (outcome: RequestOutcome) => void;

export interface Observation {
  readonly transport: Pick<Transport, 'server'>;
  readonly clock: Clock;
  /** Nobody: then nothing is measured. */
  readonly onRequest?: RequestObserver | undefined;
}

/** Runs one request and tells the observer what it came to. Without `timed` its length is not told. */
export async function observed<T extends { readonly status: number }>(
  { transport: { server }, clock, onRequest }: Observation,
  { method, timed }: { readonly method: WireRequest['method']; readonly timed: boolean },
  request: () => Promise<T>,
): Promise<T> {
  if (onRequest === undefined) return request();
  const startedAt = clock.monotonic();
  let code: number | undefined;
  try {
    const answer = await request();
    code = answer.status;
    return answer;
  } finally {
    onRequest({ method, server, code, ms: timed ? clock.monotonic() - startedAt : undefined });
  }
}
