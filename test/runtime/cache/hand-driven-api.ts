/** @module An API of ConfigMaps whose every answer the test gives by hand. */
import type { ListOptions, Reader, WatchEvent, Watcher, WatchOptions } from '../../../src/kube/client.ts';
import type { KubeList, KubeObject } from '../../../src/kube/object.ts';
import type { ConfigMap } from '../../../src/kube/resources.ts';
import { StatusError } from '../../../src/kube/status-error.ts';

/** A request that waits for its answer. */
export type OpenRequest = OpenList | OpenWatch;

export interface OpenList {
  readonly verb: 'list';
  readonly options: ListOptions;
  answer(resourceVersion: string, items: readonly ConfigMap[], next?: string): void;
  fail(error: Error): void;
}

export interface OpenWatch {
  readonly verb: 'watch';
  readonly options: WatchOptions;
  /** The server's head of the answer. */
  open(): void;
  send(...events: readonly WatchEvent<ConfigMap>[]): void;
  /** The server ends it in good order. */
  end(): void;
  fail(error: Error): void;
}

export interface HandDrivenApi extends Reader, Watcher {
  /** The requests that are open now. */
  readonly requests: readonly OpenRequest[];
  /** How many requests there have been. */
  readonly total: number;
  /** The one list that is open. Throws when there is none, or another request. */
  list1(): OpenList;
  /** The one watch that is open. */
  watch1(): OpenWatch;
}

/** Without `streams` it refuses to send initial states in a watch, as older servers do. */
export function handDrivenApi({ streams = false }: { readonly streams?: boolean } = {}): HandDrivenApi {
  let requests: readonly OpenRequest[] = [];
  let total = 0;
  const begin = (request: OpenRequest) => {
    requests = [...requests, request];
    total += 1;
  };
  const finish = (request: OpenRequest) => {
    requests = requests.filter((other) => other !== request);
  };
  const only = () => {
    const [request] = requests;
    if (request === undefined || requests.length > 1) throw new Error(`${requests.length} requests are open`);
    return request;
  };

  return {
    get requests() {
      return requests;
    },
    get total() {
      return total;
    },
    list1() {
      const request = only();
      if (request.verb !== 'list') throw new Error('a watch is open');
      return request;
    },
    watch1() {
      const request = only();
      if (request.verb !== 'watch') throw new Error('a list is open');
      return request;
    },
    get: () => Promise.reject(new Error('not expected')),
    list: <T extends KubeObject>(_resource: unknown, options: ListOptions = {}) =>
      new Promise<KubeList<T>>((resolve, reject) => {
        const request: OpenList = {
          verb: 'list',
          options,
          answer(resourceVersion, items, next) {
            finish(request);
            const metadata = next === undefined ? { resourceVersion } : { resourceVersion, continue: next };
            resolve({
              apiVersion: 'v1',
              kind: 'ConfigMapList',
              metadata,
              items: items as unknown as readonly T[],
            });
          },
          fail(error) {
            finish(request);
            reject(error);
          },
        };
        begin(request);
        options.signal?.addEventListener('abort', () => request.fail(options.signal?.reason), { once: true });
      }),
    watch: <T extends KubeObject>(_resource: unknown, options: WatchOptions = {}) =>
      (options.sendInitialEvents === true && !streams
        ? refuse()
        : stream(options, { begin, finish })) as unknown as AsyncIterable<WatchEvent<T>>,
  };
}

// biome-ignore lint/correctness/useYield: a watch that yields nothing
async function* refuse(): AsyncGenerator<WatchEvent<ConfigMap>> {
  throw refusal(422, 'Invalid');
}

interface Bookkeeping {
  readonly begin: (request: OpenRequest) => void;
  readonly finish: (request: OpenRequest) => void;
}

async function* stream(
  options: WatchOptions,
  { begin, finish }: Bookkeeping,
): AsyncGenerator<WatchEvent<ConfigMap>> {
  const waiting: (WatchEvent<ConfigMap> | Error | 'end')[] = [];
  let wake = Promise.withResolvers<void>();
  const push = (...what: readonly (WatchEvent<ConfigMap> | Error | 'end')[]) => {
    waiting.push(...what);
    wake.resolve();
  };
  const request: OpenWatch = {
    verb: 'watch',
    options,
    open: () => options.onOpen?.(),
    send: push,
    end: () => push('end'),
    fail: push,
  };
  begin(request);
  options.signal?.addEventListener('abort', () => push(new Error('aborted')), { once: true });
  try {
    for (;;) {
      const next = waiting.shift();
      if (next === 'end') return;
      if (next instanceof Error) throw next;
      if (next !== undefined) {
        yield next;
        continue;
      }
      await wake.promise;
      wake = Promise.withResolvers();
    }
  } finally {
    finish(request);
  }
}

/** A ConfigMap that differs from others only in what is said. */
export function aConfigMap(
  name: string,
  resourceVersion: string | number,
  { uid = `uid-${name}`, ...metadata }: ConfigMap['metadata'] & { readonly value?: string } = {},
): ConfigMap {
  const { value = 'x', ...rest } = metadata as { readonly value?: string };
  return {
    apiVersion: 'v1',
    kind: 'ConfigMap',
    metadata: { namespace: 'ns', name, uid, resourceVersion: String(resourceVersion), ...rest },
    data: { value },
  };
}

export const added = (object: ConfigMap): WatchEvent<ConfigMap> => ({ type: 'ADDED', object });
export const modified = (object: ConfigMap): WatchEvent<ConfigMap> => ({ type: 'MODIFIED', object });
export const deleted = (object: ConfigMap): WatchEvent<ConfigMap> => ({ type: 'DELETED', object });
export const bookmark = (resourceVersion: string): WatchEvent<ConfigMap> => ({
  type: 'BOOKMARK',
  object: { apiVersion: 'v1', kind: 'ConfigMap', metadata: { resourceVersion } },
});
/** The bookmark that ends the initial state of a stream. */
export const initialEnd = (resourceVersion: string): WatchEvent<ConfigMap> => ({
  type: 'BOOKMARK',
  object: {
    apiVersion: 'v1',
    kind: 'ConfigMap',
    metadata: { resourceVersion, annotations: { 'k8s.io/initial-events-end': 'true' } },
  },
});

/** A server's refusal. */
export function refusal(code: number, reason: string, retryAfterSeconds?: number): StatusError {
  const details = retryAfterSeconds === undefined ? {} : { details: { retryAfterSeconds } };
  return new StatusError({ kind: 'Status', apiVersion: 'v1', status: 'Failure', code, reason, ...details });
}
