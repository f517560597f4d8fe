/** @module Opens connections to one server: directly or through a proxy, with TLS where the server has it. */
import type { Socket } from 'node:net';
import type { TLSSocket } from 'node:tls';
import type { ClusterTarget } from '../kubeconfig/cluster-target.ts';
import { toConnectionError } from './connection-errors.ts';
import type { TlsMaterial } from './tls-material.ts';

const CONNECT_LIMIT_MS = 30_000;
const KEEP_ALIVE_MS = 30_000;

export interface Connection {
  readonly socket: Socket;
  /** What the server chose to speak. */
  readonly protocol: 'h2' | 'http/1.1';
}

/** Opens one connection. Rejects with a ConnectionError. `material` undefined means plain text. */
export type Connect = (material: TlsMaterial | undefined) => Promise<Connection>;

/** A {@link Connect} for the target. Each connection has 30 s to be made. */
export function createConnect(
  target: ClusterTarget,
  env: Readonly<Record<string, string | undefined>>,
): Connect {
  const url = new URL(target.server);
  const host = url.hostname.replace(/^\[|\]$/g, '');
  const port = Number(url.port || (url.protocol === 'https:' ? 443 : 80));
  return async (material) => {
    try {
      const socket = await withinLimit(await openSocket({ target, env, host, port }), 'connect');
      socket.setNoDelay(true);
      socket.setKeepAlive(true, KEEP_ALIVE_MS);
      if (material === undefined) return { socket, protocol: 'http/1.1' };
      return await secure(socket, { target, material, host });
    } catch (error) {
      throw toConnectionError(target.server, error);
    }
  };
}

interface Address {
  readonly target: ClusterTarget;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly host: string;
  readonly port: number;
}

/** A socket that is connected, or about to be. */
async function openSocket({ target, env, host, port }: Address): Promise<Socket> {
  const secure = target.server.startsWith('https:');
  if (target.proxyUrl !== undefined || hasProxyVariable(env)) {
    const { proxyFor } = await import('./proxy-settings.ts');
    const proxy = target.proxyUrl ?? proxyFor({ host, port, secure }, env);
    if (proxy !== undefined) {
      const { openTunnel } = await import('./proxy-tunnel.ts');
      return openTunnel(proxy, { host, port });
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
}

async function secure(socket: Socket, { target, material, host }: TlsSettings): Promise<Connection> {
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
  await withinLimit(secured, 'secureConnect');
  return { socket: secured, protocol: secured.alpnProtocol === 'h2' ? 'h2' : 'http/1.1' };
}

function withinLimit<T extends Socket>(socket: T, event: 'connect' | 'secureConnect'): Promise<T> {
  if (event === 'connect' && !socket.connecting) return Promise.resolve(socket);
  const { promise, resolve, reject } = Promise.withResolvers<T>();
  const timer = setTimeout(() => {
    socket.destroy(Object.assign(new Error('connecting took too long'), { code: 'ETIMEDOUT' }));
  }, CONNECT_LIMIT_MS);
  const onClose = () => reject(Object.assign(new Error('closed while connecting'), { code: 'ECONNRESET' }));
  socket.once('error', reject);
  socket.once('close', onClose);
  socket.once(event, () => {
    socket.off('error', reject);
    socket.off('close', onClose);
    resolve(socket);
  });
  return promise.finally(() => clearTimeout(timer));
}
