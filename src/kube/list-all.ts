/** @module A whole collection, read page by page. */
import type { ListOptions, Reader } from './client.ts';
import type { KubeList, KubeObject } from './object.ts';
import type { Resource } from './resource.ts';
import { isExpired } from './status-error.ts';

const PAGE = 500;

/** What to list; the pages are this module's own affair. */
export type ListAllOptions = Omit<ListOptions, 'limit' | 'continue'>;

/** The items of {@link listAllPages}. */
export async function listAll<T extends KubeObject>(
  reader: Reader,
  resource: Resource<T>,
  options: ListAllOptions = {},
): Promise<readonly T[]> {
  return (await listAllPages(reader, resource, options)).items;
}

/**
 * The whole collection as one list, read in pages of 500 of one snapshot; its resourceVersion is where a watch may
 * begin. When the snapshot expires between two pages (410), everything is read anew, once and in one piece.
 */
export async function listAllPages<T extends KubeObject>(
  reader: Reader,
  resource: Resource<T>,
  options: ListAllOptions = {},
): Promise<KubeList<T>> {
  const first = await reader.list(resource, { ...options, limit: PAGE });
  const items = [...first.items];
  let next = first.metadata.continue;
  while (next) {
    // A continue token stands for its own resourceVersion; the server refuses both together.
    const { resourceVersion: _version, resourceVersionMatch: _match, ...selection } = options;
    try {
      const page = await reader.list(resource, { ...selection, limit: PAGE, continue: next });
      items.push(...page.items);
      next = page.metadata.continue;
    } catch (error) {
      if (!isExpired(error)) throw error;
      return reader.list(resource, options);
    }
  }
  const { continue: _continue, remainingItemCount: _remaining, ...metadata } = first.metadata;
  return { ...first, metadata, items };
}
