/** @module Streams a body to a client at the client's own pace. */
import type { WireResponse } from '../../kube/transport.ts';
import type { Response } from './response.ts';

/** Waits whenever the client is behind, so that a slow reader of a watch fills no memory. Stops when aborted. */
export async function sendBody(
  response: Response,
  body: WireResponse['body'],
  signal: AbortSignal,
): Promise<void> {
  for await (const chunk of body) {
    if (signal.aborted) return;
    if (!response.write(chunk)) await drained(response, signal);
  }
}

async function drained(response: Response, signal: AbortSignal): Promise<void> {
  if (signal.aborted) return;
  const { promise, resolve } = Promise.withResolvers<void>();
  const done = () => resolve();
  response.once('drain', done);
  signal.addEventListener('abort', done, { once: true });
  await promise;
  response.removeListener('drain', done);
  signal.removeEventListener('abort', done);
}
