/** @module Plain requests to an API server, for tests that look at what is on the wire. */
import type { Transport, WireRequest } from '../../src/kube/transport.ts';

/** What the server answered. */
export interface Answer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  /** Decoded JSON, or the text when it is not JSON. */
  readonly body: unknown;
  /** The value at a path such as `spec.ports.0.port` of the body; undefined where there is none. */
  at(path: string): unknown;
}

/** The patch formats by the short names that the tests use. */
export const patchTypes = {
  json: 'application/json-patch+json',
  merge: 'application/merge-patch+json',
  strategic: 'application/strategic-merge-patch+json',
  apply: 'application/apply-patch+yaml',
} as const;

/** A started watch: events in the order of their arrival. */
export interface OpenWatch {
  readonly status: number;
  /** The next event within `ms` (default 10 s); rejects when none comes. `undefined` once the server ended the watch. */
  next(ms?: number): Promise<WatchLine | undefined>;
  close(): void;
}

/** One line of a watch. */
export interface WatchLine {
  readonly type: string;
  readonly object: unknown;
  at(path: string): unknown;
}

export interface Api {
  get(path: string, headers?: Readonly<Record<string, string>>): Promise<Answer>;
  post(path: string, body: unknown): Promise<Answer>;
  put(path: string, body: unknown): Promise<Answer>;
  /** `type` is a short name of {@link patchTypes} or a content type. */
  patch(path: string, type: string, body: unknown): Promise<Answer>;
  delete(path: string, body?: unknown): Promise<Answer>;
  send(request: WireRequest): Promise<Answer>;
  watch(path: string, headers?: Readonly<Record<string, string>>): Promise<OpenWatch>;
  /** Ends the watches that a failed test has left open. */
  closeWatches(): void;
}

/** Requests through `transport`, with nothing in between: no retries, no defaults. */
export function createApi(transport: Transport): Api {
  const send = async (request: WireRequest) => {
    const signal = AbortSignal.timeout(30_000);
    const { status, headers, body } = await transport.send({ signal, ...request });
    return answerOf(status, headers, await textOf(body));
  };
  const write = (method: 'POST' | 'PUT' | 'DELETE', path: string, body: unknown) =>
    send({ method, path, ...withBody('application/json', body) });
  const watches: OpenWatch[] = [];
  return {
    send,
    get: (path, headers = {}) =>
      send({ method: 'GET', path, headers: { accept: 'application/json', ...headers } }),
    post: (path, body) => write('POST', path, body),
    put: (path, body) => write('PUT', path, body),
    delete: (path, body) => write('DELETE', path, body),
    patch: (path, type, body) => send({ method: 'PATCH', path, ...withBody(contentType(type), body) }),
    watch: async (path, headers = {}) => {
      const watch = await openWatch(transport, path, headers);
      watches.push(watch);
      return watch;
    },
    closeWatches: () => {
      for (const watch of watches) watch.close();
    },
  };
}

/** The value at a path such as `spec.ports.0.port`; undefined where there is none. */
export function valueAt(value: unknown, path: string): unknown {
  return path.split('.').reduce<unknown>((at, key) => (isObject(at) ? at[key] : undefined), value);
}

async function openWatch(
  transport: Transport,
  path: string,
  headers: Readonly<Record<string, string>>,
): Promise<OpenWatch> {
  const controller = new AbortController();
  const { status, body } = await transport.send({
    method: 'GET',
    path,
    headers: { accept: 'application/json', ...headers },
    signal: controller.signal,
  });
  const lines = linesOf(body);
  return {
    status,
    close: () => controller.abort(new Error('the test closed the watch')),
    next: async (ms = 10_000) => {
      const line = await within(ms, lines.next());
      if (line.done === true) return undefined;
      const event: unknown = JSON.parse(line.value);
      return {
        type: String(valueAt(event, 'type')),
        object: valueAt(event, 'object'),
        at: (at) => valueAt(event, `object.${at}`),
      };
    },
  };
}

function within<T>(ms: number, promise: Promise<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => reject(new Error(`no watch event within ${ms} ms`)), ms);
    promise.then(resolve, reject).finally(() => clearTimeout(timer));
  });
}

async function* linesOf(body: AsyncIterable<Uint8Array>): AsyncGenerator<string, void, undefined> {
  const decoder = new TextDecoder();
  let rest = '';
  for await (const bytes of body) {
    const lines = (rest + decoder.decode(bytes, { stream: true })).split('\n');
    rest = lines.pop() ?? '';
    yield* lines.filter((line) => line !== '');
  }
}

async function textOf(body: AsyncIterable<Uint8Array>): Promise<string> {
  const decoder = new TextDecoder();
  let text = '';
  for await (const bytes of body) text += decoder.decode(bytes, { stream: true });
  return text + decoder.decode();
}

function answerOf(status: number, headers: Readonly<Record<string, string>>, text: string): Answer {
  const body = parse(text);
  return { status, headers, body, at: (path) => valueAt(body, path) };
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}

function withBody(type: string, body: unknown): Pick<WireRequest, 'headers' | 'body'> {
  const accept = { accept: 'application/json' };
  if (body === undefined) return { headers: accept };
  const text = typeof body === 'string' ? body : JSON.stringify(body);
  return { headers: { ...accept, 'content-type': type }, body: text };
}

function contentType(type: string): string {
  return type in patchTypes ? patchTypes[type as keyof typeof patchTypes] : type;
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null;
}
