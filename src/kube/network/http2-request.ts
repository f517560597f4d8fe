/** @module One request on an HTTP/2 session. */
import type { ClientHttp2Stream, IncomingHttpHeaders } from 'node:http2';
import type { HeaderLines } from '../auth/impersonation-headers.ts';
import { ConnectionError, type WireRequest, type WireResponse } from '../transport.ts';
import { toConnectionError } from './connection-errors.ts';
import type { Place } from './http2-pool.ts';

/** RFC 9113: the server did nothing of the request, so that it may be sent again. */
const REFUSED_STREAM = 7;
const CANCEL = 8;

/** The code of the ConnectionError for a request that the server surely has not seen. */
export const NOT_SENT = 'ENOTSENT';

/** Resolves with the head of the answer. `headers` hold everything but the pseudo headers. */
export function sendHttp2(
  { session, release }: Place,
  request: WireRequest & { readonly server: string; readonly lines: HeaderLines },
): Promise<WireResponse> {
  const { server, signal, body } = request;
  const stream = open();
  const reading = beginReading(stream);
  const { promise, resolve, reject } = Promise.withResolvers<WireResponse>();
  const onAbort = () => {
    stream.close(CANCEL);
    reject(signal?.reason);
  };
  if (signal?.aborted) onAbort();
  else signal?.addEventListener('abort', onAbort, { once: true });
  let failure: unknown;
  stream.once('error', (error) => {
    failure = error;
  });
  stream.once('close', () => {
    release();
    signal?.removeEventListener('abort', onAbort);
    reject(brokenStream(server, { stream, failure }));
  });
  stream.once('response', (headers) => {
    const chunks = readBody(server, { stream, signal, reading });
    resolve({ status: Number(headers[':status']), headers: plainHeaders(headers), body: chunks });
  });
  if (body !== undefined) stream.end(body);
  return promise;

  function open(): ClientHttp2Stream {
    try {
      return session.request(
        { ...(request.lines as Record<string, string>), ':method': request.method, ':path': request.path },
        { endStream: body === undefined },
      );
    } catch (cause) {
      release();
      throw new ConnectionError(server, `${server} is closing the connection`, { code: NOT_SENT, cause });
    }
  }
}

interface Reading {
  readonly iterator: AsyncIterator<Uint8Array>;
  readonly first: Promise<IteratorResult<Uint8Array>>;
}

/**
 * Node throws a body away that nobody has begun to read when the stream closes, and a short answer comes in one
 * packet with its end: so reading begins before there is an answer.
 */
function beginReading(stream: ClientHttp2Stream): Reading {
  const iterator: AsyncIterator<Uint8Array> = stream[Symbol.asyncIterator]();
  const first = iterator.next();
  first.catch(() => {});
  return { iterator, first };
}

interface Body {
  readonly stream: ClientHttp2Stream;
  readonly signal: AbortSignal | undefined;
  readonly reading: Reading;
}

async function* readBody(server: string, { stream, signal, reading }: Body): AsyncGenerator<Uint8Array> {
  let complete = false;
  try {
    let next = await reading.first;
    for (; next.done !== true; next = await reading.iterator.next()) yield next.value;
    // A reset or a lost connection ends the loop like the end of the body does; only the code tells.
    if (stream.rstCode !== 0) throw brokenStream(server, { stream, failure: undefined });
    complete = true;
  } catch (error) {
    if (signal?.aborted) throw signal.reason;
    throw toConnectionError(server, error);
  } finally {
    if (!complete) stream.close(CANCEL);
  }
}

function brokenStream(
  server: string,
  { stream, failure }: { readonly stream: ClientHttp2Stream; readonly failure: unknown },
): ConnectionError {
  if (stream.rstCode === REFUSED_STREAM) {
    return new ConnectionError(server, `${server} refused the request`, { code: NOT_SENT, cause: failure });
  }
  return toConnectionError(
    server,
    failure ?? Object.assign(new Error(`reset with code ${stream.rstCode}`), { code: 'ECONNRESET' }),
  );
}

function plainHeaders(headers: IncomingHttpHeaders): Record<string, string> {
  const result: Record<string, string> = {};
  for (const [name, value] of Object.entries(headers)) {
    if (value !== undefined && !name.startsWith(':'))
      result[name] = Array.isArray(value) ? value.join(', ') : value;
  }
  return result;
}
