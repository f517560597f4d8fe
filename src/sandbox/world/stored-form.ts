/** @module Where the objects of a resource are stored, and how they get from that form to the resource's and back. */
import type { KubeObject } from '../../kube/object.ts';
import type { Resource } from '../../kube/resource.ts';
import { builtInKind, storeKeyOf } from '../kinds/built-in-kinds.ts';
import type { Doc } from '../values/fields.ts';

/** The collection's name in the store. */
export function collectionOf(resource: Resource): string {
  return builtInKind(resource)?.storeKey ?? storeKeyOf(resource);
}

export function fromStored<T extends KubeObject>(resource: Resource<T>, doc: Doc): T {
  const converted = builtInKind(resource)?.conversion?.fromStored(doc) ?? doc;
  return converted as KubeObject as T;
}

export function toStored(resource: Resource, doc: Doc): Doc {
  return builtInKind(resource)?.conversion?.toStored(doc) ?? doc;
}
