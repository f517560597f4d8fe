/** @module Follows DatabaseManagers: every change from a moment on, through ended and expired watches. */
import { type DatabaseManager, databaseManagers } from '../api/database-manager.ts';
import type { Client, WatchEvent } from '../kube/client.ts';
import type { Clock } from '../kube/clock.ts';
import { isExpired } from '../kube/status-error.ts';
import { ConnectionError } from '../kube/transport.ts';
import type { Scope } from './find-databases.ts';

/** How long to wait before a watch that broke is opened again, in milliseconds. */
const PAUSE_MS = 1000;

export interface WatchFrom extends Scope {
  readonly clock: Clock;
  readonly signal: AbortSignal;
}

/**
 * Yields each change until the signal is aborted, then returns. Begins with the present objects as ADDED; after a
 * break the present objects come again.
 */
export async function* watchDatabases(
  client: Client,
  { clock, signal, namespace, labelSelector }: WatchFrom,
): AsyncGenerator<Exclude<WatchEvent<DatabaseManager>, { type: 'BOOKMARK' }>> {
  let resourceVersion: string | undefined;
  while (!signal.aborted) {
    try {
      if (resourceVersion === undefined) {
        const page = await client.list(databaseManagers, { namespace, labelSelector, signal });
        resourceVersion = page.metadata.resourceVersion;
        for (const object of page.items) yield { type: 'ADDED', object };
      }
      const options = { namespace, labelSelector, signal, resourceVersion };
      for await (const event of client.watch(databaseManagers, options)) {
        resourceVersion = event.object.metadata.resourceVersion ?? resourceVersion;
        if (event.type !== 'BOOKMARK') yield event;
      }
    } catch (error) {
      if (signal.aborted) return;
      if (!isExpired(error) && !(error instanceof ConnectionError)) throw error;
      resourceVersion = undefined;
      await clock.sleep(PAUSE_MS, signal);
    }
  }
}
