/** @module Reads the body of a request, up to the size that the real server takes. */

/** As in kube-apiserver. */
const MAX_BYTES = 3 * 1024 * 1024;

export class BodyTooLargeError extends Error {
  override readonly name = 'BodyTooLargeError';

  constructor() {
    super(`Request entity too large: limit is ${MAX_BYTES}`);
  }
}

/** The body; undefined when there is none. Throws a BodyTooLargeError past 3 MiB. */
export async function readBody(request: AsyncIterable<Uint8Array>): Promise<Buffer | undefined> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of request) {
    size += chunk.byteLength;
    if (size > MAX_BYTES) throw new BodyTooLargeError();
    chunks.push(chunk);
  }
  return size === 0 ? undefined : Buffer.concat(chunks);
}
