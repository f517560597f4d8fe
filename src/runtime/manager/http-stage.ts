/** @module Small HTTP servers, for probes and metrics. */
import type { Stage } from './run-stages.ts';

/** What a page answers. */
export interface Page {
  readonly status: number;
  /** Default `text/plain`. */
  readonly contentType?: string;
  readonly text: string;
}

/** The pages of a server by path. A page that rejects is answered with 500. */
export type Pages = Readonly<Record<string, () => Page | Promise<Page>>>;

/** Where to listen. */
export interface BindAddress {
  /** Default: all addresses. */
  readonly host?: string | undefined;
  /** 0 for any free one. */
  readonly port: number;
}

export interface HttpStageOptions extends BindAddress {
  readonly pages: Pages;
  /** Told the port that is listened on. */
  readonly onListening?: (port: number) => void;
  /** A page could not be made. */
  readonly onError: (error: unknown) => void;
}

/** Answers GET and HEAD of `pages`, whatever the query. Starts when it listens; fails when the address is taken. */
export function httpStage({ host, port, pages, onListening, onError }: HttpStageOptions): Stage {
  const http = process.getBuiltinModule('node:http');
  const server = http.createServer(({ method = '', url = '' }, response) => {
    const send = ({ status, contentType = 'text/plain', text }: Page) =>
      response.writeHead(status, { 'content-type': contentType, connection: 'close' }).end(text);
    answer(pages, { method, url }).then(send, (error: unknown) => {
      onError(error);
      send({ status: 500, text: 'internal error' });
    });
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

async function answer(
  pages: Pages,
  { method, url }: { readonly method: string; readonly url: string },
): Promise<Page> {
  const [path = ''] = url.split('?');
  if (!Object.hasOwn(pages, path)) return { status: 404, text: 'not found' };
  if (method !== 'GET' && method !== 'HEAD') return { status: 405, text: 'method not allowed' };
  return (await pages[path]?.()) ?? { status: 404, text: 'not found' };
}
