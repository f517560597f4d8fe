/** @module Reads an object that need not exist. */
import type { Reader, RequestOptions } from '../kube/client.ts';
import type { KubeObject, ObjectKey } from '../kube/object.ts';
import type { Resource } from '../kube/resource.ts';
import { isNotFound } from '../kube/status-error.ts';

/** Undefined when there is none. Rejects as the reader does otherwise. */
export async function find<T extends KubeObject>(
  reader: Reader,
  resource: Resource<T>,
  key: ObjectKey,
  { signal }: RequestOptions,
): Promise<T | undefined> {
  try {
    return await reader.get(resource, key, { signal });
  } catch (error) {
    if (isNotFound(error)) return undefined;
    throw error;
  }
}
