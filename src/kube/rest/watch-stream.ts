/** @module A watch: opened like any call, then followed for as long as it lasts. */
import type { WatchEvent } from '../client.ts';
import type { KubeObject } from '../object.ts';
import { ConnectionError, type WireResponse } from '../transport.ts';
import { type Answer, isHtml, notAnApiServer, readAnswer, refusal } from './answer.ts';
import type { Call } from './calls.ts';
import { attempt, type Exchange, send, situated } from './exchange.ts';
import { withInactivityLimit } from './inactivity.ts';
import { observed } from './request-observer.ts';
import { withRetries } from './retry-policy.ts';
import { decodeWatchEvents } from './watch-events.ts';

export interface WatchStreamOptions {
  readonly signal?: AbortSignal | undefined;
  /** Longest silence of the server. Absent: no limit. */
  readonly inactivityMs?: number | undefined;
  /** The server has accepted the watch. */
  readonly onOpen?: (() => void) | undefined;
}

/** Follows the watch that `call` opens. The request deadline holds until the head of the answer. */
export async function* watchStream<T extends KubeObject>(
  exchange: Exchange,
  call: Call,
  { signal, inactivityMs, onOpen }: WatchStreamOptions,
): AsyncGenerator<WatchEvent<T>> {
  const { server } = exchange.transport;
  const origin = { server, method: call.method, what: call.what };
  let opened: Opened | undefined;
  const onAbort = () => opened?.end.abort(signal?.reason);
  signal?.addEventListener('abort', onAbort, { once: true });
  try {
    const answer = await open(exchange, call, signal);
    if ('text' in answer) throw refusal(answer, origin);
    opened = answer;
    if (isHtml(answer)) throw notAnApiServer(answer, server);
    onOpen?.();
    const silent = () => opened?.end.abort(tooQuiet(server, inactivityMs ?? 0));
    const body =
      inactivityMs === undefined
        ? answer.body
        : withInactivityLimit(answer.body, { limitMs: inactivityMs, clock: exchange.clock, silent });
    yield* decodeWatchEvents<T>(body, server);
  } catch (error) {
    throw situated(error, call.what);
  } finally {
    signal?.removeEventListener('abort', onAbort);
    opened?.end.abort();
  }
}

interface Opened extends WireResponse {
  /** Ends the request. */
  readonly end: AbortController;
}

function open(exchange: Exchange, call: Call, signal: AbortSignal | undefined): Promise<Opened | Answer> {
  const { server } = exchange.transport;
  return withRetries<Opened | Answer>({ clock: exchange.clock, signal, repeatable: true }, () =>
    attempt(exchange, signal, async (limit) => {
      const end = new AbortController();
      limit.addEventListener('abort', () => end.abort(limit.reason), { once: true });
      const response = await observed(exchange, { method: call.method, timed: false }, () =>
        send(exchange, call, end.signal),
      );
      return response.status === 200 ? { ...response, end } : readAnswer(response, server);
    }),
  );
}

function tooQuiet(server: string, limitMs: number): ConnectionError {
  return new ConnectionError(server, `${server} sent nothing for ${limitMs / 1000} s`, { code: 'ETIMEDOUT' });
}
