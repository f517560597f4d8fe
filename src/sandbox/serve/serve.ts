/** @module Puts the sandbox behind HTTPS on this machine, for kubectl and every other client. */
import { createSecureServer } from 'node:http2';
import type { Clock } from '../../kube/clock.ts';
import { systemClock } from '../../kube/clock.ts';
import type { WireRequest, WireResponse } from '../../kube/transport.ts';
import { answer } from './answer.ts';
import { loadCertificate } from './certificate.ts';
import { Connections } from './connections.ts';
import { writeKubeconfig } from './kubeconfig-file.ts';
import { loadToken } from './token.ts';

export interface ServeOptions {
  /** Default 127.0.0.1. The certificate is good for it, localhost, 127.0.0.1 and ::1. */
  readonly host?: string;
  /** Default 0: any free one. */
  readonly port?: number;
  /** Where certificate, token and kubeconfig are kept; made when missing, readable by its owner only. */
  readonly dir: string;
  readonly clock?: Clock;
}

export interface ServedSandbox {
  /** `https://127.0.0.1:40123`. */
  readonly url: string;
  /** The path of a kubeconfig that leads here, with a token in it. */
  readonly kubeconfig: string;
  /** Ends open watches, then connections. Safe to call twice. The sandbox stays open. */
  close(): Promise<void>;
}

/** What is served: a sandbox, or anything that answers like one. */
export interface RequestHandler {
  handle(request: WireRequest): Promise<WireResponse>;
}

/** Listens once it resolves; HTTP/2 and HTTP/1.1. Rejects with Node's error when the port is taken. */
export async function serveSandbox(sandbox: RequestHandler, options: ServeOptions): Promise<ServedSandbox> {
  const { host = '127.0.0.1', port = 0, dir, clock = systemClock } = options;
  const certificate = await loadCertificate(dir, { host, now: clock.now() });
  const token = await loadToken(dir);
  const server = createSecureServer({ key: certificate.key, cert: certificate.cert, allowHTTP1: true });
  const connections = new Connections(server, clock);
  server.on('request', (request, response) => {
    connections.track(answer(sandbox, { request, response, token, closing: connections.closing }));
  });
  const url = await listen(server, host, port);
  const kubeconfig = await writeKubeconfig(dir, { url, token, ca: certificate.ca });
  return { url, kubeconfig, close: () => connections.close() };
}

async function listen(
  server: ReturnType<typeof createSecureServer>,
  host: string,
  port: number,
): Promise<string> {
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  server.once('error', reject);
  server.listen(port, host, resolve);
  await promise;
  server.off('error', reject);
  const address = server.address();
  const chosen = typeof address === 'object' && address !== null ? address.port : port;
  return `https://${reachable(host)}:${chosen}`;
}

/** A server that listens everywhere is reached through the loopback. */
function reachable(host: string): string {
  if (host === '0.0.0.0') return '127.0.0.1';
  if (host === '::') return '[::1]';
  return host.includes(':') ? `[${host}]` : host;
}
