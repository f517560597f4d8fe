/** @module The HTTP servers of a program: one for each address, whatever is to be found there. */
import type { Logger } from '../logging/logger.ts';
import { type BindAddress, httpStage, type Pages } from './http-stage.ts';
import type { Stage } from './run-stages.ts';

/** What is to be found at an address. */
export interface Site extends BindAddress {
  readonly pages: Pages;
}

/** Sites at the same address share a server. Says in the log where each listens. */
export function serverStages(sites: readonly Site[], logger: Logger): readonly Stage[] {
  const byAddress = Map.groupBy(sites, addressOf);
  return [...byAddress.values()].map((shared) => {
    const [{ host, port } = { port: 0 }] = shared;
    const pages: Pages = Object.assign({}, ...shared.map((site) => site.pages));
    return httpStage({
      host,
      port,
      pages,
      onListening: (chosen) =>
        logger.info('Serving', {
          address: addressOf({ host, port: chosen }),
          pages: Object.keys(pages).join(' '),
        }),
      onError: (error) => logger.error('a page could not be made', { error }),
    });
  });
}

function addressOf({ host = '', port }: BindAddress): string {
  return `${host}:${port}`;
}
