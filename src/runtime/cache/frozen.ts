/** @module What happens to an object on its way into a cache. */
import type { KubeObject } from '../../kube/object.ts';

/**
 * The object without `managedFields`, frozen all the way down: a cache has many readers, and often the bulk of an
 * object is the bookkeeping of who owns which field.
 */
export function cacheable<T extends KubeObject>(object: T): T {
  const { managedFields: _dropped, ...metadata } = object.metadata;
  return deepFreeze({ ...object, metadata });
}

function deepFreeze<T>(value: T): T {
  if (typeof value !== 'object' || value === null || Object.isFrozen(value)) return value;
  Object.freeze(value);
  for (const part of Object.values(value)) deepFreeze(part);
  return value;
}
