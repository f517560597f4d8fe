/** @module Answers a kubelet's probes over HTTP. */
import type { Stage } from './run-stages.ts';

/** Why the program is not ready; undefined when it is. */
export type ReadinessCheck = () => string | undefined;

export interface HealthOptions {
  /** Default: all addresses. */
  readonly host?: string | undefined;
  /** 0 for any free one. */
  readonly port: number;
  readonly isReady: ReadinessCheck;
  /** Told the port that is listened on. */
  readonly onListening?: (port: number) => void;
}

/** `/healthz` says ok while the process can answer at all, `/readyz` when `isReady` finds nothing wrong, else 503. */
export function healthStage({ host, port, isReady, onListening }: HealthOptions): Stage {
  const http = process.getBuiltinModule('node:http');
  const server = http.createServer((request, response) => {
    const { status, text } = answer(request.url ?? '', isReady);
    response.writeHead(status, { 'content-type': 'text/plain', connection: 'close' }).end(text);
  });
  return {
    start: () =>
      new Promise((resolve, reject) => {
        server.once('error', reject);
        server.listen(port, host, () => {
          const address = server.address();
          if (address !== null && typeof address === 'object') onListening?.(address.port);
          resolve();
        });
      }),
    stop: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

function answer(url: string, isReady: ReadinessCheck): { readonly status: number; readonly text: string } {
  const [path] = url.split('?');
  if (path === '/healthz') return { status: 200, text: 'ok' };
  if (path !== '/readyz') return { status: 404, text: 'not found' };
  const reason = isReady();
  return reason === undefined ? { status: 200, text: 'ok' } : { status: 503, text: reason };
}
