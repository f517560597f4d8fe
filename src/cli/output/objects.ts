/** @module Objects of the API as documents and names. */
import type { KubeObject } from '../../kube/object.ts';

/** One object as it is, several as a `List`, as kubectl prints them; without managedFields, which nobody reads. */
export function asDocument(
  objects: readonly KubeObject[],
  { single }: { readonly single: boolean },
): unknown {
  const items = objects.map(withoutManagedFields);
  if (single && items.length === 1) return items[0];
  return { apiVersion: 'v1', kind: 'List', metadata: {}, items };
}

/** `databasemanager.coolops.cn/orders`. */
export function objectName({ kind, apiVersion, metadata }: KubeObject): string {
  const group = apiVersion.includes('/') ? `.${apiVersion.split('/', 1)[0]}` : '';
  return `${kind.toLowerCase()}${group}/${metadata.name ?? ''}`;
}

/** The object without metadata.managedFields. */
export function withoutManagedFields<T extends KubeObject>(object: T): T {
  const { managedFields: _managedFields, ...metadata } = object.metadata;
  return { ...object, metadata };
}
