/** @module The client of the Kubernetes API over any transport. */
import type { Client } from './client.ts';
import { type Clock, systemClock } from './clock.ts';
import type { KubeList, KubeObject } from './object.ts';
import { apiVersionOf, type Resource, resourceName } from './resource.ts';
import {
  applyCall,
  createCall,
  deleteCall,
  deleteCollectionCall,
  getCall,
  listCall,
  patchCall,
  replaceCall,
  watchCall,
} from './rest/calls.ts';
import { exchange } from './rest/exchange.ts';
import type { RequestObserver } from './rest/request-observer.ts';
import { watchStream } from './rest/watch-stream.ts';
import { ConnectionError, type Transport } from './transport.ts';

const REQUEST_TIMEOUT_MS = 30_000;
const FIELD_MANAGER = 'dbm';

export interface ClientOptions {
  /** For a call to complete, in milliseconds; for a watch, to begin. Default 30,000; 0 means no limit. */
  readonly requestTimeoutMs?: number | undefined;
  readonly clock?: Clock | undefined;
  /** Who the fields belong to that writes without an own fieldManager set. Default `dbm`. */
  readonly fieldManager?: string | undefined;
  /** Told each warning that the server sends with an answer. Default: they are dropped. */
  readonly onWarning?: ((text: string) => void) | undefined;
  /** Told what each request came to. Default: nobody. */
  readonly onRequest?: RequestObserver | undefined;
}

/**
 * A client for the server behind `transport`. Answers of 429 and 5xx that carry Retry-After are waited for (at most
 * ten tries and two minutes); reads whose connection broke are sent again up to twice; writes never are.
 */
export function createClient(transport: Transport, options: ClientOptions = {}): Client {
  const { requestTimeoutMs = REQUEST_TIMEOUT_MS, clock = systemClock, onWarning = () => {} } = options;
  const { fieldManager = FIELD_MANAGER, onRequest } = options;
  const to = { transport, clock, requestTimeoutMs, onWarning, onRequest };
  return {
    server: transport.server,
    get: async (resource, key, { signal } = {}) => object(await exchange(to, getCall(resource, key), signal)),
    list: async (resource, list = {}) =>
      page(resource, await exchange(to, listCall(resource, list), list.signal), transport.server),
    watch: (resource, watch = {}) => watchStream(to, watchCall(resource, watch), watch),
    create: async (resource, created, write = {}) =>
      object(await exchange(to, createCall(resource, created, { fieldManager, ...write }), write.signal)),
    replace: async (resource, replaced, write = {}) =>
      object(await exchange(to, replaceCall(resource, replaced, { fieldManager, ...write }), write.signal)),
    apply: async (resource, applied, write = {}) =>
      object(await exchange(to, applyCall(resource, applied, { fieldManager, ...write }), write.signal)),
    patch: async (resource, key, patch, write = {}) =>
      object(
        await exchange(to, patchCall({ resource, key }, patch, { fieldManager, ...write }), write.signal),
      ),
    delete: async (resource, key, deletion = {}) => {
      await exchange(to, deleteCall(resource, key, deletion), deletion.signal);
    },
    deleteCollection: async (resource, selection, deletion = {}) => {
      await exchange(to, deleteCollectionCall(resource, selection, deletion), deletion.signal);
    },
    raw: (path, { signal, accept } = {}) =>
      exchange(
        to,
        { what: `reading ${path}`, method: 'GET', path, ...(accept !== undefined && { accept }) },
        signal,
      ),
    close: () => transport.close(),
  };
}

function object<T extends KubeObject>(decoded: unknown): T {
  return decoded as T;
}

/** Items of built-in kinds come without apiVersion and kind. Throws a ConnectionError for what is no list. */
function page<T extends KubeObject>(resource: Resource<T>, decoded: unknown, server: string): KubeList<T> {
  if (!isList<T>(decoded)) {
    const told = `${server} answered no list of ${resourceName(resource)}. Is it a Kubernetes API server?`;
    throw new ConnectionError(server, told, { code: 'ENOTKUBERNETES' });
  }
  const { kind } = resource;
  const apiVersion = apiVersionOf(resource);
  const items = (decoded.items ?? []).map((item) =>
    item.kind === undefined ? { ...item, apiVersion, kind } : item,
  );
  return { ...decoded, items };
}

/** Go writes a list without items as null. */
function isList<T extends KubeObject>(
  value: unknown,
): value is Omit<KubeList<T>, 'items'> & { readonly items?: readonly T[] | null } {
  if (!hasMetadata(value)) return false;
  const items = 'items' in value ? (value.items ?? []) : [];
  return Array.isArray(items) && items.every(hasMetadata);
}

function hasMetadata(value: unknown): value is object {
  return (
    typeof value === 'object' &&
    value !== null &&
    'metadata' in value &&
    typeof value.metadata === 'object' &&
    value.metadata !== null
  );
}
