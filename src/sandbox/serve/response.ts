/** @module The response of an HTTP server, as far as HTTP/1.1 and HTTP/2 have it in common. */

export interface Response {
  readonly headersSent: boolean;
  writeHead(status: number, headers: Record<string, string>): unknown;
  /** HTTP/1.1 only: HTTP/2 sends the head with `writeHead`. */
  flushHeaders?(): void;
  /** False when the client is behind; `drain` says when it has caught up. */
  write(chunk: Uint8Array): boolean;
  end(): unknown;
  end(body: string): unknown;
  destroy(): unknown;
  once(event: 'close' | 'drain', listener: () => void): unknown;
  removeListener(event: 'drain', listener: () => void): unknown;
}
