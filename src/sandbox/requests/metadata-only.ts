/** @module PartialObjectMetadata: objects without anything but their metadata. */
import type { Doc, Fields } from '../values/fields.ts';
import type { Call } from './call.ts';

const API_VERSION = 'meta.k8s.io/v1';

/** Whether the Accept header prefers it, for single objects or lists. */
export function wantsMetadataOnly({ headers }: Pick<Call, 'headers'>): boolean {
  const [first = ''] = (headers.accept ?? '').split(',');
  return /;\s*as=PartialObjectMetadata/.test(first);
}

export function metadataOf({ metadata }: Doc): Fields {
  return { kind: 'PartialObjectMetadata', apiVersion: API_VERSION, metadata };
}

export function metadataListOf(docs: readonly Doc[], metadata: Fields): Fields {
  return {
    kind: 'PartialObjectMetadataList',
    apiVersion: API_VERSION,
    metadata,
    items: docs.map(metadataOf),
  };
}
