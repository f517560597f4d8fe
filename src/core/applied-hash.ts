/** @module Marks a desired child with a hash of itself. */
import { createHash } from 'node:crypto';
import type { KubeObject } from '../kube/object.ts';
import { APPLIED_HASH } from './annotations.ts';

/**
 * The object with the annotation {@link APPLIED_HASH}. `hashed` is what counts, by default the object itself;
 * key order does not.
 */
export function withAppliedHash<T extends KubeObject>(object: T, hashed: unknown = object): T {
  const annotations = { ...object.metadata.annotations, [APPLIED_HASH]: shortHash(hashed) };
  return { ...object, metadata: { ...object.metadata, annotations } };
}

/** 16 hexadecimal digits that depend on the JSON value alone. */
export function shortHash(value: unknown): string {
  return createHash('sha256').update(stableJson(value)).digest('hex').slice(0, 16);
}

function stableJson(value: unknown): string {
  return JSON.stringify(value, (_key, node: unknown) =>
    typeof node === 'object' && node !== null && !Array.isArray(node) ? sortKeys(node) : node,
  );
}

function sortKeys(record: object): object {
  return Object.fromEntries(Object.entries(record).sort(([a], [b]) => (a < b ? -1 : 1)));
}
