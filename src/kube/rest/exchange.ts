/** @module Carries out calls: deadline, retries, warnings, decoding. */
import type { Clock } from '../clock.ts';
import { ConnectionError, type Transport, type WireRequest, type WireResponse } from '../transport.ts';
import { decodeAnswer, readAnswer } from './answer.ts';
import type { Call } from './calls.ts';
import { withDeadline } from './deadline.ts';
import { observed, type RequestObserver } from './request-observer.ts';
import { withRetries } from './retry-policy.ts';
import { parseWarnings } from './warnings.ts';

export interface Exchange {
  readonly transport: Transport;
  readonly clock: Clock;
  /** For one try, from sending to the end of the answer. 0 means none. */
  readonly requestTimeoutMs: number;
  readonly onWarning: (text: string) => void;
  /** Told of every try. */
  readonly onRequest?: RequestObserver | undefined;
}

/** Carries out `call` and gives the decoded JSON of its answer. */
export async function exchange(to: Exchange, call: Call, signal?: AbortSignal): Promise<unknown> {
  const { transport, clock } = to;
  const origin = { server: transport.server, method: call.method, what: call.what };
  try {
    const answer = await withRetries({ clock, signal, repeatable: call.method === 'GET' }, () =>
      attempt(to, signal, (limit) =>
        observed(to, { method: call.method, timed: true }, async () =>
          readAnswer(await send(to, call, limit), transport.server),
        ),
      ),
    );
    return decodeAnswer(answer, origin);
  } catch (error) {
    throw situated(error, call.what);
  }
}

/** One try: `work` gets a signal that is aborted when the deadline is over or `signal` is. */
export async function attempt<T>(
  { transport, clock, requestTimeoutMs }: Pick<Exchange, 'transport' | 'clock' | 'requestTimeoutMs'>,
  signal: AbortSignal | undefined,
  work: (limit: AbortSignal) => Promise<T>,
): Promise<T> {
  await transport.ready?.();
  const late = () =>
    new ConnectionError(
      transport.server,
      `${transport.server} did not answer within ${requestTimeoutMs / 1000} s. ` +
        'Check the connection, or allow more time with --request-timeout',
      { code: 'ETIMEDOUT' },
    );
  return withDeadline({ limitMs: requestTimeoutMs, clock, signal, late }, work);
}

/** Sends the call and reports the warnings in the head of the answer. */
export async function send(
  { transport, onWarning }: Pick<Exchange, 'transport' | 'onWarning'>,
  call: Call,
  signal: AbortSignal,
): Promise<WireResponse> {
  const response = await transport.send(toRequest(call, signal));
  parseWarnings(response.headers.warning).forEach(onWarning);
  return response;
}

/** A ConnectionError that begins with what was being done; other errors as they are. */
export function situated(error: unknown, what: string): unknown {
  if (!(error instanceof ConnectionError)) return error;
  return new ConnectionError(error.server, `${what}: ${error.message}`, {
    code: error.code,
    cause: error.cause,
  });
}

function toRequest({ method, path, accept, contentType, body }: Call, signal: AbortSignal): WireRequest {
  return {
    method,
    path,
    signal,
    headers: {
      accept: accept ?? 'application/json',
      ...(contentType !== undefined && { 'content-type': contentType }),
    },
    body: body === undefined ? undefined : JSON.stringify(body),
  };
}
