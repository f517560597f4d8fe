/** @module Real servers on loopback, ended with the test. */
import assert from 'node:assert/strict';
import http, { type IncomingMessage, type ServerResponse } from 'node:http';
import http2 from 'node:http2';
import https from 'node:https';
import type { AddressInfo, Server, Socket } from 'node:net';
import type { TestContext } from 'node:test';
import type { TLSSocket } from 'node:tls';
import { generate } from 'selfsigned';
import type { ClusterTarget } from '../../src/kube/kubeconfig/cluster-target.ts';
import type { Transport, WireRequest, WireResponse } from '../../src/kube/transport.ts';

export interface Asked {
  readonly method: string;
  readonly url: string;
  readonly headers: Readonly<Record<string, string | readonly string[] | undefined>>;
  readonly body: string;
  readonly socket: Socket;
  /** Common name of the client certificate. */
  readonly client: string | undefined;
}

export type Handler = (asked: Asked, response: ServerResponse) => void | Promise<void>;

export interface Loopback {
  readonly server: string;
  readonly port: number;
  readonly target: ClusterTarget;
  /** Every connection there ever was. */
  readonly sockets: readonly Socket[];
  readonly asked: readonly Asked[];
  /** Open HTTP/2 sessions. */
  readonly sessions: ReadonlySet<http2.ServerHttp2Session>;
}

export type Kind = 'http' | 'https' | 'h2';

export interface ServeOptions {
  readonly settings?: http2.Settings;
  readonly target?: Partial<ClusterTarget>;
}

/** Serves until the end of the test. The target trusts the server. */
export async function serve(
  t: TestContext,
  kind: Kind,
  handler: Handler,
  options: ServeOptions = {},
): Promise<Loopback> {
  const certificates = await pki();
  const sockets: Socket[] = [];
  const asked: Asked[] = [];
  const sessions = new Set<http2.ServerHttp2Session>();
  const listener = (request: IncomingMessage, response: ServerResponse) => {
    void receive(request).then((received) => {
      asked.push(received);
      return handler(received, response);
    });
  };
  const server = createServer(kind, { certificates, listener, settings: options.settings });
  server.on('connection', (socket: Socket) => {
    sockets.push(socket);
    socket.on('error', () => {});
  });
  server.on('session', (session: http2.ServerHttp2Session) => {
    sessions.add(session);
    session.on('error', () => {});
    session.once('close', () => sessions.delete(session));
  });
  const port = await listening(server);
  t.after(() => end(server, sockets));
  const url = `${kind === 'http' ? 'http' : 'https'}://127.0.0.1:${port}`;
  const ca = { type: 'inline' as const, text: certificates.ca };
  const target = { server: url, namespace: 'default', files: [], credentials: {}, ca, ...options.target };
  return { server: url, port, target, sockets, asked, sessions };
}

export async function listening(server: Server): Promise<number> {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return (server.address() as AddressInfo).port;
}

export async function end(server: Server, sockets: readonly Socket[]): Promise<void> {
  for (const socket of sockets) socket.destroy();
  await new Promise((resolve) => server.close(resolve));
}

/** JSON as an answer. */
export function json(response: ServerResponse, status: number, body: unknown): void {
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
}

/** Sends and reads the whole body. */
export async function ask(
  transport: Transport,
  request: Partial<WireRequest> = {},
): Promise<{ status: number; text: string }> {
  const response = await transport.send({ method: 'GET', path: '/', ...request });
  return { status: response.status, text: await textOf(response) };
}

export async function textOf(response: WireResponse): Promise<string> {
  const chunks: Uint8Array[] = [];
  for await (const chunk of response.body) chunks.push(chunk);
  return Buffer.concat(chunks).toString('utf8');
}

export interface Pki {
  readonly ca: string;
  readonly server: { readonly cert: string; readonly key: string };
  readonly ada: { readonly cert: string; readonly key: string };
  readonly bob: { readonly cert: string; readonly key: string };
}

let made: Promise<Pki> | undefined;

/** One authority, a server certificate for localhost, 127.0.0.1 and api.example.test, and two clients. */
export function pki(): Promise<Pki> {
  made ??= makePki();
  return made;
}

async function makePki(): Promise<Pki> {
  const common = { keyType: 'ec', curve: 'P-256', algorithm: 'sha256' } as const;
  const authority = await generate([{ name: 'commonName', value: 'test authority' }], {
    ...common,
    extensions: [
      { name: 'basicConstraints', cA: true, critical: true },
      { name: 'keyUsage', keyCertSign: true, critical: true },
    ],
  });
  const ca = { key: authority.private, cert: authority.cert };
  const issue = async (name: string) => {
    const issued = await generate([{ name: 'commonName', value: name }], {
      ...common,
      ca,
      extensions: [
        { name: 'extKeyUsage', serverAuth: true, clientAuth: true },
        {
          name: 'subjectAltName',
          altNames: [
            { type: 2, value: 'localhost' },
            { type: 2, value: 'api.example.test' },
            { type: 7, ip: '127.0.0.1' },
          ],
        },
      ],
    });
    return { cert: issued.cert, key: issued.private };
  };
  const [server, ada, bob] = await Promise.all([issue('server'), issue('ada'), issue('bob')]);
  assert.ok(server && ada && bob);
  return { ca: authority.cert, server, ada, bob };
}

interface ServerParts {
  readonly certificates: Pki;
  readonly listener: (request: IncomingMessage, response: ServerResponse) => void;
  readonly settings: http2.Settings | undefined;
}

function createServer(kind: Kind, { certificates, listener, settings }: ServerParts): Server {
  const tls = { ...certificates.server, ca: certificates.ca, requestCert: true, rejectUnauthorized: false };
  switch (kind) {
    case 'http':
      return http.createServer(listener);
    case 'https':
      return https.createServer(tls, listener);
    case 'h2':
      return http2.createSecureServer(
        { ...tls, ...(settings !== undefined && { settings }) },
        listener as unknown as (
          request: http2.Http2ServerRequest,
          response: http2.Http2ServerResponse,
        ) => void,
      );
  }
}

async function receive(request: IncomingMessage): Promise<Asked> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  const secure = request.socket as Partial<TLSSocket>;
  const subject = secure.getPeerCertificate?.()?.subject?.CN;
  return {
    method: request.method ?? '',
    url: request.url ?? '',
    headers: request.headers,
    body: Buffer.concat(chunks).toString('utf8'),
    socket: request.socket,
    client: Array.isArray(subject) ? subject[0] : subject,
  };
}
