/** @module Stands before a writer, to forbid writes and to see what they came to. */
import type { WriteOptions, Writer } from '../kube/client.ts';
import type { KubeObject } from '../kube/object.ts';
import type { Resource } from '../kube/resource.ts';

export interface WriteInterceptor {
  /** Throws when nothing may be written now. */
  readonly before?: () => void;
  /** What the server stored. Not called for deletions and dry runs. */
  readonly after?: (resource: Resource, object: KubeObject) => void;
}

/** `writer`, with the interceptor called around each request. */
export function interceptWrites(writer: Writer, { before, after }: WriteInterceptor): Writer {
  const around = async <T extends KubeObject>(
    resource: Resource<T>,
    options: WriteOptions | undefined,
    write: () => Promise<T>,
  ): Promise<T> => {
    before?.();
    const object = await write();
    if (options?.dryRun !== true) after?.(resource, object);
    return object;
  };
  return {
    create: (resource, object, options) =>
      around(resource, options, () => writer.create(resource, object, options)),
    replace: (resource, object, options) =>
      around(resource, options, () => writer.replace(resource, object, options)),
    apply: (resource, object, options) =>
      around(resource, options, () => writer.apply(resource, object, options)),
    patch: (resource, key, patch, options) =>
      around(resource, options, () => writer.patch(resource, key, patch, options)),
    async delete(resource, key, options) {
      before?.();
      await writer.delete(resource, key, options);
    },
    async deleteCollection(resource, selection, options) {
      before?.();
      await writer.deleteCollection(resource, selection, options);
    },
  };
}
