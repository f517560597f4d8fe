/** @module The transport over the network: pooled connections, credentials evaluated per request. */
import { type Authenticator, createAuthenticator } from './auth/authenticator.ts';
import type { HeaderLines } from './auth/impersonation-headers.ts';
import { type Clock, systemClock } from './clock.ts';
import type { ClusterTarget } from './kubeconfig/cluster-target.ts';
import { unlessAborted } from './network/abortable.ts';
import { type Connector, createConnector } from './network/connect.ts';
import { createHttp1Requests } from './network/http1-requests.ts';
import { Http2Pool } from './network/http2-pool.ts';
import { NOT_SENT, sendHttp2 } from './network/http2-request.ts';
import { createTlsMaterial } from './network/tls-material.ts';
import { ConnectionError, type Transport, type WireRequest, type WireResponse } from './transport.ts';

/** How often a request that the server surely has not seen is sent again. */
const RESENDS = 3;

export interface NetworkTransportOptions {
  readonly clock?: Clock;
  /** Default `dbm`. */
  readonly userAgent?: string;
  /** Where HTTPS_PROXY, NO_PROXY and the variables of exec plugins come from. Default the process's own. */
  readonly env?: Readonly<Record<string, string | undefined>>;
}

/**
 * A transport to the target's server. TLS servers get one multiplexed HTTP/2 connection, others kept-alive
 * HTTP/1.1. After a 401 the credentials are renewed, where they can be, and the request is sent once more.
 */
export function createNetworkTransport(
  target: ClusterTarget,
  options: NetworkTransportOptions = {},
): Transport {
  const { clock = systemClock, userAgent = 'dbm', env = process.env } = options;
  const authenticator = createAuthenticator(target, { clock, env });
  const wire = createWire(target, { authenticator, clock, env });
  const prefix = new URL(target.server).pathname.replace(/\/$/, '');
  const attempt = async (request: WireRequest): Promise<WireResponse> => {
    const lines = {
      'user-agent': userAgent,
      ...request.headers,
      ...lengthOf(request.body),
      ...(await authenticator.headers()),
    };
    request.signal?.throwIfAborted();
    return wire.send({ ...request, path: `${prefix}${request.path}`, lines });
  };
  return {
    server: target.server,
    ready: async () => {
      await authenticator.headers();
    },
    send: async (request) => {
      const { generation } = authenticator;
      const response = await attempt(request);
      if (response.status !== 401 || !(await authenticator.refresh(generation))) return response;
      for await (const _chunk of response.body);
      return attempt(request);
    },
    close: async () => wire.close(),
  };
}

/** Without it the body of a DELETE has no end under HTTP/1.1, and its preconditions would go unread. */
function lengthOf(body: string | undefined): Readonly<Record<string, string>> {
  return body === undefined ? {} : { 'content-length': String(Buffer.byteLength(body)) };
}

interface Outgoing extends WireRequest {
  readonly lines: HeaderLines;
}

interface Wire {
  send(request: Outgoing): Promise<WireResponse>;
  close(): void;
}

interface WireParts {
  readonly authenticator: Authenticator;
  readonly clock: Clock;
  readonly env: Readonly<Record<string, string | undefined>>;
}

function createWire(target: ClusterTarget, { authenticator, clock, env }: WireParts): Wire {
  const { server } = target;
  const connector = createConnector(target, env);
  if (server.startsWith('http:')) return plainWire(server, connector);
  const material = createTlsMaterial(target, { authenticator, clock });
  const pool = new Http2Pool({ server: new URL(server).origin, clock, open: connector.open });
  const http1 = createHttp1Requests(server, async () => (await connector.open(await material())).socket);
  let speaksHttp1 = false;
  const acquire = (signal: AbortSignal | undefined) => {
    const acquired = material().then((current) => pool.acquire(current));
    return unlessAborted(acquired, { signal, unwanted: (place) => 'session' in place && place.release() });
  };
  const trySend = async (request: Outgoing): Promise<WireResponse> => {
    if (speaksHttp1) return http1.send(request);
    const acquired = await acquire(request.signal);
    if ('session' in acquired) return sendHttp2(acquired, { ...request, server });
    speaksHttp1 = true;
    http1.adopt(acquired);
    return http1.send(request);
  };
  return {
    send: (request) => resending(() => trySend(request)),
    close: () => {
      connector.abandon();
      pool.close();
      http1.close();
    },
  };
}

function plainWire(server: string, connector: Connector): Wire {
  const http1 = createHttp1Requests(server, async () => (await connector.open(undefined)).socket);
  return {
    send: (request) => http1.send(request),
    close: () => {
      connector.abandon();
      http1.close();
    },
  };
}

async function resending(send: () => Promise<WireResponse>): Promise<WireResponse> {
  for (let left = RESENDS; ; left -= 1) {
    try {
      return await send();
    } catch (error) {
      if (left === 0 || !(error instanceof ConnectionError) || error.code !== NOT_SENT) throw error;
    }
  }
}
