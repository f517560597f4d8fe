/** @module The parts of a value that ownership tells apart, whatever kind of value it is. */
import { ANY, type FieldType, fieldOf, type ListType } from '../schema/field-type.ts';
import { type Fields, fieldsOf, isFields } from '../values/fields.ts';
import { keyElement } from './field-set.ts';

/** A part of a value: a field, an item of a keyed list, an item of a set. */
export interface Part {
  readonly element: string;
  readonly type: FieldType;
  readonly value: unknown;
}

/** The parts of a value; undefined when it has one owner as a whole (scalars, atomic lists and maps, nulls). */
export function partsOf(type: FieldType, value: unknown): readonly Part[] | undefined {
  if (Array.isArray(value)) return type.kind === 'list' ? itemsOf(type, value) : undefined;
  if (!isFields(value) || type.kind === 'scalar' || type.kind === 'list') return undefined;
  if (type.kind !== 'any' && type.atomic) return undefined;
  return Object.entries(value).flatMap(([name, inner]) =>
    inner === undefined ? [] : [{ element: `f:${name}`, type: fieldOf(type, name) ?? ANY, value: inner }],
  );
}

/** The parts by their element. */
export function partMap(type: FieldType, value: unknown): ReadonlyMap<string, Part> {
  return new Map((partsOf(type, value) ?? []).map((part) => [part.element, part]));
}

/** Whether a value is listed item by item. */
export function isKeyedList(type: FieldType): type is ListType {
  return type.kind === 'list' && type.list !== 'atomic';
}

function itemsOf(type: ListType, items: readonly unknown[]): readonly Part[] | undefined {
  if (type.list === 'atomic') return undefined;
  return items.map((value) => ({ element: elementOf(type, value), type: type.items, value }));
}

function elementOf(type: ListType, item: unknown): string {
  return type.list === 'set' ? `v:${JSON.stringify(item)}` : keyElement(keyOf(type, fieldsOf(item)));
}

/** A missing key counts with its default where Kubernetes gives one. */
function keyOf({ keys }: ListType, item: Fields): Fields {
  return Object.fromEntries(
    keys.flatMap((key) => {
      const value = item[key] ?? (key === 'protocol' ? 'TCP' : undefined);
      return value === undefined ? [] : [[key, value]];
    }),
  );
}
