/** @module Opens connections to one server: directly or through a proxy, with TLS where the server has it. */
import type { Socket } from 'node:net';
import type { TLSSocket } from 'node:tls';
import type { ClusterTarget } from '../kubeconfig/cluster-target.ts';
import { unlessAborted } from './abortable.ts';
import { toConnectionError } from './connection-errors.ts';
import type { TlsMaterial } from './tls-material.ts';

const CONNECT_LIMIT_MS = 30_000;
const KEEP_ALIVE_MS = 30_000;

export interface Connection {
  readonly socket: Socket;
  /** What the server chose to speak. */
  readonly protocol: 'h2' | 'http/1.1';
}

export interface Connector {
  /** Opens one connection. Rejects with a ConnectionError. `material` undefined means plain text. */
  open(material: TlsMaterial | undefined): Promise<Connection>;
  /** Ends the attempts under way. */
  abandon(): void;
}

/** A {@link Connector} for the target. Each connection has 30 s to be made. */
export function createConnector(
  target: ClusterTarget,
  env: Readonly<Record<string, string | undefined>>,
): Connector {
  const url = new URL(target.server);
  const host = url.hostname.replace(/^\[|\]$/g, '');
  const port = Number(url.port || (url.protocol === 'https:' ? 443 : 80));
  const attempts = new Set<AbortController>();
  const open = async (material: TlsMaterial | undefined, signal: AbortSignal): Promise<Connection> => {
    const socket = await connected(await openSocket({ target, env, host, port, signal }), {
      signal,
      event: 'connect',
    });
    socket.setNoDelay(true);
    socket.setKeepAlive(true, KEEP_ALIVE_MS);
    if (material === undefined) return { socket, protocol: 'http/1.1' };
    return secure(socket, { target, material, host, signal });
  };
  return {
    open: async (material) => {
      const attempt = new AbortController();
      attempts.add(attempt);
      const timer = setTimeout(
        () => attempt.abort(failure('connecting took too long', 'ETIMEDOUT')),
        CONNECT_LIMIT_MS,
      );
      try {
        return await open(material, attempt.signal);
      } catch (error) {
        throw toConnectionError(target.server, error);
      } finally {
        clearTimeout(timer);
        attempts.delete(attempt);
      }
    },
    abandon: () => {
      for (const attempt of attempts) attempt.abort(failure('the client was closed', 'ECONNABORTED'));
    },
  };
}

interface Address {
  readonly target: ClusterTarget;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly host: string;
  readonly port: number;
  readonly signal: AbortSignal;
}

/** A socket that is connected, or about to be. */
async function openSocket({ target, env, host, port, signal }: Address): Promise<Socket> {
  const secure = target.server.startsWith('https:');
  if (target.proxyUrl !== undefined || hasProxyVariable(env)) {
    const { proxyFor } = await import('./proxy-settings.ts');
    const proxy = target.proxyUrl ?? proxyFor({ host, port, secure }, env);
    if (proxy !== undefined) {
      const { openTunnel } = await import('./proxy-tunnel.ts');
      const tunnel = openTunnel(proxy, { host, port });
      return unlessAborted(tunnel, { signal, unwanted: (socket) => socket.destroy() });
    }
  }
  return process.getBuiltinModule('node:net').connect({ host, port });
}

function hasProxyVariable(env: Readonly<Record<string, string | undefined>>): boolean {
  return Boolean(env.HTTPS_PROXY || env.https_proxy || env.HTTP_PROXY || env.http_proxy);
}

interface TlsSettings {
  readonly target: ClusterTarget;
  readonly material: TlsMaterial;
  readonly host: string;
  readonly signal: AbortSignal;
}

async function secure(socket: Socket, { target, material, host, signal }: TlsSettings): Promise<Connection> {
  const isAddress = process.getBuiltinModule('node:net').isIP(host) !== 0;
  const servername = target.tlsServerName ?? (isAddress ? undefined : host);
  const secured: TLSSocket = process.getBuiltinModule('node:tls').connect({
    ...material,
    socket,
    host,
    ...(servername !== undefined && { servername }),
    rejectUnauthorized: target.insecureSkipTlsVerify !== true,
    ALPNProtocols: ['h2', 'http/1.1'],
  });
  await connected(secured, { signal, event: 'secureConnect' });
  return { socket: secured, protocol: secured.alpnProtocol === 'h2' ? 'h2' : 'http/1.1' };
}

interface Connecting {
  readonly signal: AbortSignal;
  readonly event: 'connect' | 'secureConnect';
}

function connected<T extends Socket>(socket: T, { signal, event }: Connecting): Promise<T> {
  if (event === 'connect' && !socket.connecting) return Promise.resolve(socket);
  const { promise, resolve, reject } = Promise.withResolvers<T>();
  const onAbort = () => socket.destroy(signal.reason);
  signal.addEventListener('abort', onAbort, { once: true });
  // The listeners stay: an error that comes before the socket has an owner must not end the process.
  socket.once(event, () => resolve(socket));
  socket.on('error', reject);
  socket.once('close', () => reject(failure('closed while connecting', 'ECONNRESET')));
  return promise.finally(() => signal.removeEventListener('abort', onAbort));
}

function failure(message: string, code: string): Error {
  return Object.assign(new Error(message), { code });
}
