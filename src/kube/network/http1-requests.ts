/** @module Requests over HTTP/1.1 with kept-alive connections, for servers that have no HTTP/2. */
import type { IncomingMessage } from 'node:http';
import type { Socket } from 'node:net';
import type { HeaderLines } from '../auth/impersonation-headers.ts';
import type { WireRequest, WireResponse } from '../transport.ts';
import { toConnectionError } from './connection-errors.ts';

/** Idle connections kept for the next requests. */
const MAX_IDLE = 16;

export interface Http1Requests {
  send(request: WireRequest & { readonly lines: HeaderLines }): Promise<WireResponse>;
  /** A connection that is there already and serves the next request. */
  adopt(socket: Socket): void;
  close(): void;
}

/** `open` gives connected sockets, secured where the server has TLS. */
export function createHttp1Requests(server: string, open: () => Promise<Socket>): Http1Requests {
  const http = process.getBuiltinModule('node:http');
  const spare: Socket[] = [];
  const agent = new http.Agent({ keepAlive: true, maxFreeSockets: MAX_IDLE });
  agent.createConnection = (_options, done) => {
    const adopted = spare.pop();
    if (adopted !== undefined) return adopted;
    open().then(
      (socket) => done?.(null, socket),
      (error: Error) => done?.(error, undefined as unknown as Socket),
    );
    return undefined;
  };
  const { host, hostname, port } = new URL(server);
  return {
    send: ({ method, path, lines, body, signal }) => {
      const { promise, resolve, reject } = Promise.withResolvers<WireResponse>();
      const request = http.request({
        agent,
        method,
        path,
        host: hostname,
        port,
        headers: { ...(lines as Record<string, string>), host },
      });
      const onAbort = () => request.destroy();
      if (signal?.aborted) onAbort();
      else signal?.addEventListener('abort', onAbort, { once: true });
      request.once('close', () => signal?.removeEventListener('abort', onAbort));
      request.on('error', (error) =>
        reject(signal?.aborted ? signal.reason : toConnectionError(server, error)),
      );
      request.once('response', (response) => {
        const chunks = readBody(server, { response, signal });
        resolve({ status: response.statusCode ?? 0, headers: plainHeaders(response), body: chunks });
      });
      request.end(body);
      return promise;
    },
    adopt: (socket) => {
      spare.push(socket);
    },
    close: () => {
      agent.destroy();
      for (const socket of spare.splice(0)) socket.destroy();
    },
  };
}

async function* readBody(
  server: string,
  { response, signal }: { readonly response: IncomingMessage; readonly signal: AbortSignal | undefined },
): AsyncGenerator<Uint8Array> {
  try {
    for await (const chunk of response) yield chunk as Uint8Array;
  } catch (error) {
    throw signal?.aborted ? signal.reason : toConnectionError(server, error);
  }
}

function plainHeaders({ headers }: IncomingMessage): Record<string, string> {
  const result: Record<string, string> = {};
  for (const [name, value] of Object.entries(headers)) {
    if (value !== undefined) result[name] = Array.isArray(value) ? value.join(', ') : value;
  }
  return result;
}
