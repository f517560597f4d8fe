/** @module Each operation of the client as one HTTP call: a pure description. */
import type {
  ApplyOptions,
  DeleteOptions,
  ListOptions,
  Patch,
  Selection,
  WatchOptions,
  WriteOptions,
} from '../client.ts';
import { formatKey, type KubeObject, keyOf, type ObjectKey } from '../object.ts';
import { type Resource, resourceName, resourcePath } from '../resource.ts';
import type { WireRequest } from '../transport.ts';

/** A request, and in words what it does (`reading deployments.apps t/orders`). */
export interface Call {
  readonly what: string;
  readonly method: WireRequest['method'];
  /** With the query. */
  readonly path: string;
  readonly contentType?: string;
  readonly body?: unknown;
  readonly accept?: string;
}

export function getCall(resource: Resource, key: ObjectKey): Call {
  return { what: `reading ${named(resource, key)}`, method: 'GET', path: objectPath(resource, key) };
}

export function listCall(resource: Resource, options: ListOptions): Call {
  const { namespace, labelSelector, fieldSelector, limit, resourceVersion, resourceVersionMatch } = options;
  const query = {
    labelSelector,
    fieldSelector,
    limit,
    continue: options.continue,
    resourceVersion,
    resourceVersionMatch,
  };
  return {
    what: `listing ${collection(resource, namespace)}`,
    method: 'GET',
    path: withQuery(resourcePath(resource, { namespace }), query),
  };
}

export function watchCall(resource: Resource, options: WatchOptions): Call {
  const { namespace, labelSelector, fieldSelector, resourceVersion, allowWatchBookmarks = true } = options;
  const { sendInitialEvents, resourceVersionMatch, timeoutSeconds } = options;
  const query = {
    watch: true,
    allowWatchBookmarks: allowWatchBookmarks || undefined,
    labelSelector,
    fieldSelector,
    resourceVersion,
    resourceVersionMatch,
    sendInitialEvents,
    timeoutSeconds,
  };
  return {
    what: `watching ${collection(resource, namespace)}`,
    method: 'GET',
    path: withQuery(resourcePath(resource, { namespace }), query),
  };
}

/** `object.metadata.name` is part of the path only for a subresource. */
export function createCall(resource: Resource, object: KubeObject, options: WriteOptions): Call {
  const { namespace, name } = object.metadata;
  const { subresource } = options;
  return {
    what: `creating ${named(resource, scoped(resource, object))}`,
    method: 'POST',
    path: withQuery(
      resourcePath(resource, { namespace, subresource, name: subresource && name }),
      writeQuery(options),
    ),
    contentType: 'application/json',
    body: object,
  };
}

export function replaceCall(resource: Resource, object: KubeObject, options: WriteOptions): Call {
  const key = scoped(resource, object);
  return {
    what: `replacing ${named(resource, key)}`,
    method: 'PUT',
    path: withQuery(objectPath(resource, key, options.subresource), writeQuery(options)),
    contentType: 'application/json',
    body: object,
  };
}

/** JSON is YAML, so that the body of an apply is plain JSON. */
export function applyCall(resource: Resource, object: KubeObject, options: ApplyOptions): Call {
  const key = scoped(resource, object);
  return {
    what: `applying ${named(resource, key)}`,
    method: 'PATCH',
    path: withQuery(objectPath(resource, key, options.subresource), {
      ...writeQuery(options),
      force: options.force,
    }),
    contentType: 'application/apply-patch+yaml',
    body: object,
  };
}

/** What a patch goes to. */
export interface PatchTarget {
  readonly resource: Resource;
  readonly key: ObjectKey;
}

export function patchCall({ resource, key }: PatchTarget, patch: Patch, options: WriteOptions): Call {
  return {
    what: `patching ${named(resource, key)}`,
    method: 'PATCH',
    path: withQuery(objectPath(resource, key, options.subresource), writeQuery(options)),
    contentType: patch.type === 'json' ? 'application/json-patch+json' : 'application/merge-patch+json',
    body: patch.body,
  };
}

export function deleteCall(resource: Resource, key: ObjectKey, options: DeleteOptions): Call {
  return {
    what: `deleting ${named(resource, key)}`,
    method: 'DELETE',
    path: objectPath(resource, key),
    contentType: 'application/json',
    body: deletionBody(options),
  };
}

export function deleteCollectionCall(resource: Resource, selection: Selection, options: DeleteOptions): Call {
  const { namespace, labelSelector, fieldSelector } = selection;
  return {
    what: `deleting ${collection(resource, namespace)}`,
    method: 'DELETE',
    path: withQuery(resourcePath(resource, { namespace }), { labelSelector, fieldSelector }),
    contentType: 'application/json',
    body: deletionBody(options),
  };
}

function deletionBody(options: DeleteOptions): object {
  const { preconditions, propagationPolicy, gracePeriodSeconds, dryRun } = options;
  return {
    apiVersion: 'v1',
    kind: 'DeleteOptions',
    preconditions,
    propagationPolicy,
    gracePeriodSeconds,
    ...(dryRun === true && { dryRun: ['All'] }),
  };
}

function writeQuery({ fieldManager, dryRun, fieldValidation }: WriteOptions): Query {
  return { fieldManager, dryRun: dryRun === true ? 'All' : undefined, fieldValidation };
}

type Query = Readonly<Record<string, string | number | boolean | undefined>>;

function withQuery(path: string, query: Query): string {
  const given = new URLSearchParams();
  for (const [name, value] of Object.entries(query)) {
    if (value !== undefined && value !== '') given.set(name, String(value));
  }
  return given.size === 0 ? path : `${path}?${given.toString()}`;
}

/** Without a name the path would be that of the whole collection, which a DELETE would empty. */
function objectPath(resource: Resource, key: ObjectKey, subresource?: string): string {
  if (key.name === '') throw new TypeError(`an object of ${resourceName(resource)} is named by nothing`);
  return resourcePath(resource, { ...key, subresource });
}

/** Without its namespace a namespaced object would be sent to the collection of all namespaces. */
function scoped(resource: Resource, object: KubeObject): ObjectKey {
  const key = keyOf(object);
  if (resource.namespaced && key.namespace === undefined) {
    throw new TypeError(`${resourceName(resource)} ${key.name} has no metadata.namespace`);
  }
  return key;
}

function named(resource: Resource, key: ObjectKey): string {
  return `${resourceName(resource)} ${formatKey(key)}`.trimEnd();
}

function collection(resource: Resource, namespace: string | undefined): string {
  return namespace === undefined ? resourceName(resource) : `${resourceName(resource)} in ${namespace}`;
}
