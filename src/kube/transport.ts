/** @module How requests reach an API server: over the network, or in-process to the sandbox. */

/** One HTTP request to the API server. `path` starts with `/` and holds the query. */
export interface WireRequest {
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  readonly path: string;
  /** Lower-case names. */
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string | undefined;
  /** Ends the request, and the reading of its body. */
  readonly signal?: AbortSignal | undefined;
}

/** Its answer: the head, and a body that arrives in pieces (a watch's never ends by itself). */
export interface WireResponse {
  readonly status: number;
  /** Lower-case names. */
  readonly headers: Readonly<Record<string, string>>;
  /** Leaving the loop early ends the request. A broken connection throws a ConnectionError. */
  readonly body: AsyncIterable<Uint8Array>;
}

/** Sends requests to one server. Adds credentials itself; knows nothing of kinds. */
export interface Transport {
  /** The server as people know it (`https://host:6443`, `sandbox`), for messages. */
  readonly server: string;
  /**
   * Obtains what must be there before a request can be sent, such as credentials that a person is asked for.
   * No request deadline applies to it. Absent: nothing is needed.
   */
  ready?(): Promise<void>;
  /** Rejects with a ConnectionError when there is no answer, and with the signal's reason when aborted. */
  send(request: WireRequest): Promise<WireResponse>;
  /** Ends idle connections, so that the process can exit. Safe to call twice. */
  close(): Promise<void>;
}

/** No answer came: the server could not be reached, or the connection broke. Always worth a retry of a read. */
export class ConnectionError extends Error {
  override readonly name = 'ConnectionError';
  readonly server: string;
  /** Node's code where there is one: ECONNREFUSED, ENOTFOUND, ECONNRESET, ETIMEDOUT … */
  readonly code: string | undefined;

  constructor(server: string, message: string, options: { code?: string | undefined; cause?: unknown } = {}) {
    super(message, options.cause === undefined ? undefined : { cause: options.cause });
    this.server = server;
    this.code = options.code;
  }
}
