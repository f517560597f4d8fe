/** @module Reads from caches what they hold, and from the server what they do not. */
import type { ListOptions, Reader, Selection } from '../../kube/client.ts';
import type { KubeList, KubeObject, ObjectKey } from '../../kube/object.ts';
import { apiVersionOf, type Resource, resourceName } from '../../kube/resource.ts';
import { matchesLabels, parseLabelSelector } from '../../kube/selectors.ts';
import { StatusError } from '../../kube/status-error.ts';
import type { Lister } from './lister.ts';

/** The part of an informer that holds objects. */
export interface Cache<T extends KubeObject> {
  readonly resource: Resource;
  readonly selection: Omit<Selection, 'fieldSelector'>;
  readonly lister: Lister<T>;
  /** See the informer's method. */
  observeWrite(object: T): void;
}

/**
 * A reader over `caches`; kinds, namespaces and field selectors that they do not cover go to `live`. Objects from a
 * cache are frozen and without managedFields. A cache that selects by label answers NotFound for objects without it.
 */
export function cachedReader(caches: readonly Cache<KubeObject>[], live: Reader): Reader {
  return {
    async get(resource, key, options) {
      const cache = cachesOf(caches, resource, key.namespace)?.[0];
      if (cache === undefined) return live.get(resource, key, options);
      const object = cache.lister.get(key);
      if (object === undefined) throw notFound(resource, key);
      return object;
    },
    async list(resource, options = {}) {
      const covering = isPlain(options) ? cachesOf(caches, resource, options.namespace) : undefined;
      return covering === undefined ? live.list(resource, options) : listOf(resource, covering, options);
    },
  };
}

/** Hands what was written to the caches that hold its kind. */
export function observeWrite(
  caches: readonly Cache<KubeObject>[],
  resource: Resource,
  object: KubeObject,
): void {
  // Some subresources answer with another kind: a Scale is no Deployment.
  if (object.kind !== resource.kind) return;
  for (const cache of cachesOf(caches, resource, object.metadata.namespace) ?? []) cache.observeWrite(object);
}

/** The caches that together hold all of `resource` in `namespace`; undefined when there are none. */
function cachesOf<T extends KubeObject>(
  caches: readonly Cache<KubeObject>[],
  resource: Resource<T>,
  namespace: string | undefined,
): readonly Cache<T>[] | undefined {
  const ofKind = caches.filter(({ resource: { group, plural } }) => {
    return group === resource.group && plural === resource.plural;
  });
  const found = ofKind.filter(({ selection }) => {
    return selection.namespace === undefined || selection.namespace === namespace;
  });
  // A cache of this resource holds what a request for it would have answered.
  return found.length === 0 ? undefined : (found as unknown as readonly Cache<T>[]);
}

function isPlain({ fieldSelector, continue: next, resourceVersion }: ListOptions): boolean {
  return fieldSelector === undefined && next === undefined && resourceVersion === undefined;
}

function listOf<T extends KubeObject>(
  resource: Resource<T>,
  caches: readonly Cache<T>[],
  { namespace, labelSelector = '' }: ListOptions,
): KubeList<T> {
  const selector = parseLabelSelector(labelSelector);
  const items = caches
    .flatMap(({ lister }) =>
      namespace === undefined ? lister.list() : lister.byIndex('namespace', namespace),
    )
    .filter(({ metadata }) => matchesLabels(selector, metadata.labels));
  return { apiVersion: apiVersionOf(resource), kind: `${resource.kind}List`, metadata: {}, items };
}

function notFound(resource: Resource, key: ObjectKey): StatusError {
  return new StatusError({
    kind: 'Status',
    apiVersion: 'v1',
    status: 'Failure',
    code: 404,
    reason: 'NotFound',
    message: `${resourceName(resource)} "${key.name}" not found`,
    details: { name: key.name, group: resource.group, kind: resource.plural },
  });
}
