/** @module JSON objects whose kind is not known, and how values inside them are read and replaced. */
import type { KubeObject } from '../../kube/object.ts';

/** Any JSON object. */
export type Fields = Readonly<Record<string, unknown>>;

/** Any object of the API, open to reading by field name. */
export interface Doc extends KubeObject {
  readonly [field: string]: unknown;
}

export function isFields(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** The value where it is an object, else an empty one. */
export function fieldsOf(value: unknown): Fields {
  return isFields(value) ? value : {};
}

/** The value where it is a list, else an empty one. */
export function listOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}

/** The value where it is text, else undefined. */
export function textOf(value: unknown): string | undefined {
  return typeof value === 'string' ? value : undefined;
}

/** The value where it is a number, else undefined. */
export function numberOf(value: unknown): number | undefined {
  return typeof value === 'number' ? value : undefined;
}

/** What lies at `path`, undefined where any step is missing. */
export function getAt(value: unknown, path: readonly string[]): unknown {
  let at = value;
  for (const step of path) {
    if (!isFields(at)) return undefined;
    at = at[step];
  }
  return at;
}

/** A copy with `value` at `path`; missing or non-object steps become objects. */
export function setAt(object: Fields, path: readonly string[], value: unknown): Fields {
  const [step, ...rest] = path;
  if (step === undefined) return object;
  return { ...object, [step]: rest.length === 0 ? value : setAt(fieldsOf(object[step]), rest, value) };
}

/** A copy without what lies at `path`; the same object where there is nothing. */
export function dropAt(object: Fields, path: readonly string[]): Fields {
  const [step, ...rest] = path;
  if (step === undefined || !(step in object)) return object;
  if (rest.length === 0) {
    const { [step]: _dropped, ...kept } = object;
    return kept;
  }
  const inner = object[step];
  return isFields(inner) ? { ...object, [step]: dropAt(inner, rest) } : object;
}

/** A copy with `changes` merged over the object's metadata; `undefined` removes a field. */
export function withMeta(doc: Doc, changes: Fields): Doc {
  const merged = { ...doc.metadata, ...changes };
  return { ...doc, metadata: Object.fromEntries(Object.entries(merged).filter(([, v]) => v !== undefined)) };
}

/** The object as one of the API; `apiVersion`, `kind` and `metadata` are set in front, as they are stored. */
export function asDoc(fields: Fields, apiVersion: string, kind: string): Doc {
  const { apiVersion: _version, kind: _kind, metadata, ...rest } = fields;
  return { apiVersion, kind, metadata: fieldsOf(metadata), ...rest };
}

/** A typed object of the API, open to reading by field name. */
export function toDoc(object: KubeObject): Doc {
  const { apiVersion, kind, metadata, ...rest } = object;
  return { apiVersion, kind, metadata, ...rest };
}
