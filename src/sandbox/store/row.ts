/** @module One stored revision of an object, as the store hands it out. */
import { type Doc, type Fields, isFields } from '../values/fields.ts';

/** Where an object is kept: `apps/deployments` (`pods` for the core group), namespace ('' if none) and name. */
export interface StoreKey {
  readonly resource: string;
  readonly namespace: string;
  readonly name: string;
}

/** A revision: the whole object as JSON text, and what became of it. */
export interface Row extends StoreKey {
  readonly revision: number;
  readonly deleted: boolean;
  /** The revision it replaced, where there was one. */
  readonly previous: number | undefined;
  readonly text: string;
}

/** Decodes what the database returned. Throws a TypeError on anything that is not a row of ours. */
export function toRow(record: unknown): Row {
  if (!isFields(record)) throw new TypeError('not a stored revision');
  const { revision, deleted, previous, text } = record;
  return {
    ...toKey(record),
    revision: Number(revision),
    deleted: deleted === 1,
    previous: typeof previous === 'number' ? previous : undefined,
    text: String(text),
  };
}

/** Decodes the place of an object as the database returned it. */
export function toKey({ resource, namespace, name }: Fields): StoreKey {
  return { resource: String(resource), namespace: String(namespace), name: String(name) };
}

/** The object of a row. */
export function parseDoc(text: string): Doc {
  return JSON.parse(text) as Doc;
}
