/** @module Which fields two values differ in. */
import type { FieldType } from '../schema/field-type.ts';
import { isFields } from '../values/fields.ts';
import { same } from '../values/same.ts';
import { type Part, partsOf } from './elements.ts';
import { EMPTY, type FieldSet, LEAF, setOf, union } from './field-set.ts';

export interface Comparison {
  readonly added: FieldSet;
  readonly modified: FieldSet;
  readonly removed: FieldSet;
}

const NOTHING: Comparison = { added: EMPTY, modified: EMPTY, removed: EMPTY };

/** The fields of a value: its leaves, its empty lists and maps, and the items of keyed lists and maps themselves. */
export function fieldsIn(type: FieldType, value: unknown): FieldSet {
  const parts = partsOf(type, value);
  if (parts === undefined || parts.length === 0) return LEAF;
  return setOf(
    false,
    parts.map((part) => {
      const below = fieldsIn(part.type, part.value);
      return [part.element, isOwnItem(type, part) ? { ...below, member: true } : below] as const;
    }),
  );
}

/** As {@link fieldsIn}, and every list and map that came with it too: what an ordinary write owns. */
export function allFieldsIn(type: FieldType, value: unknown, member = true): FieldSet {
  const parts = partsOf(type, value);
  if (parts === undefined || parts.length === 0) return LEAF;
  return setOf(
    member,
    parts.map((part) => [part.element, allFieldsIn(part.type, part.value)] as const),
  );
}

/** What has to be added, changed and removed to make `before` into `after`. */
export function compare(type: FieldType, before: unknown, after: unknown): Comparison {
  if (before === after || same(before, after)) return NOTHING;
  const old = partsOf(type, before);
  const current = partsOf(type, after);
  if (old === undefined || current === undefined || isFields(before) !== isFields(after)) {
    return { ...NOTHING, modified: LEAF };
  }
  return compareParts(byElement(old), byElement(current));
}

/** Both sets of changes that give an owner something. */
export function given({ added, modified }: Comparison): FieldSet {
  return union(added, modified);
}

function byElement(parts: readonly Part[]): ReadonlyMap<string, Part> {
  return new Map(parts.map((part) => [part.element, part]));
}

function compareParts(old: ReadonlyMap<string, Part>, current: ReadonlyMap<string, Part>): Comparison {
  const added: [string, FieldSet][] = [];
  const modified: [string, FieldSet][] = [];
  const removed: [string, FieldSet][] = [];
  for (const [element, part] of current) {
    const before = old.get(element);
    if (before === undefined) {
      added.push([element, allFieldsIn(part.type, part.value)]);
      continue;
    }
    const inner = compare(part.type, before.value, part.value);
    added.push([element, inner.added]);
    modified.push([element, inner.modified]);
    removed.push([element, inner.removed]);
  }
  for (const [element, part] of old) {
    if (!current.has(element)) removed.push([element, allFieldsIn(part.type, part.value)]);
  }
  return { added: setOf(false, added), modified: setOf(false, modified), removed: setOf(false, removed) };
}

/** Items of lists, and the entries of maps, are owned as such; the named fields of a type are not. */
function isOwnItem(type: FieldType, { element }: Part): boolean {
  return !element.startsWith('f:') || type.kind === 'map' || type.kind === 'any';
}
