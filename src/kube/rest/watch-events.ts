/** @module The body of a watch to its events. */
import type { WatchEvent } from '../client.ts';
import type { KubeObject } from '../object.ts';
import { type Status, StatusError } from '../status-error.ts';
import { ConnectionError } from '../transport.ts';
import { isStatus } from './answer.ts';
import { LineCutShort, LineTooLong, readLines } from './lines.ts';

const MAX_EVENT = 64 * 1024 * 1024;

/**
 * Yields the events. Throws a StatusError for an ERROR event and a ConnectionError for a line that is incomplete,
 * longer than 64 MiB or no event.
 */
export async function* decodeWatchEvents<T extends KubeObject>(
  body: AsyncIterable<Uint8Array>,
  server: string,
): AsyncGenerator<WatchEvent<T>> {
  try {
    for await (const line of readLines(body, MAX_EVENT)) yield decode<T>(line);
  } catch (error) {
    if (!(error instanceof LineCutShort || error instanceof LineTooLong || error instanceof UnreadableEvent))
      throw error;
    throw new ConnectionError(server, `${server} sent an unreadable event: ${error.message}`, {
      code: 'EBADSTREAM',
      cause: error,
    });
  }
}

class UnreadableEvent extends Error {}

function decode<T extends KubeObject>(line: string): WatchEvent<T> {
  const event = parse(line);
  switch (event?.type) {
    case 'ADDED':
    case 'MODIFIED':
    case 'DELETED':
      return { type: event.type, object: event.object as T };
    case 'BOOKMARK':
      return { type: 'BOOKMARK', object: event.object as KubeObject };
    case 'ERROR':
      throw new StatusError(statusOf(event.object));
    default:
      throw new UnreadableEvent('it is no watch event');
  }
}

function parse(line: string): { readonly type?: unknown; readonly object?: unknown } | undefined {
  try {
    const value: unknown = JSON.parse(line);
    return typeof value === 'object' && value !== null && 'object' in value ? value : undefined;
  } catch {
    return undefined;
  }
}

function statusOf(object: unknown): Status {
  if (isStatus(object)) return object;
  const message = 'the server ended the watch with an error that it did not explain';
  return { kind: 'Status', apiVersion: 'v1', status: 'Failure', code: 500, reason: 'InternalError', message };
}
