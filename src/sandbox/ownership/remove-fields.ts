/** @module Takes fields out of a value, given as a set. */
import { ANY, type FieldType, fieldOf } from '../schema/field-type.ts';
import { isFields } from '../values/fields.ts';
import { isKeyedList, partMap } from './elements.ts';
import { EMPTY, type FieldSet, isEmpty } from './field-set.ts';

/** `keep` wins over `remove`, and holds everything above a kept field too. */
export interface Removal {
  readonly remove: FieldSet;
  readonly keep: FieldSet;
}

/** A new value. A list or map all of whose parts are removed goes too, unless somebody keeps it. */
export function removeFields(type: FieldType, value: unknown, { remove, keep }: Removal): unknown {
  if (isEmpty(remove)) return value;
  if (Array.isArray(value)) {
    if (!isKeyedList(type)) return value;
    return [...partMap(type, value)].flatMap(([element, part]) => {
      const left =
        part.value === undefined
          ? undefined
          : leftOf(part.type, part.value, inner({ remove, keep }, element));
      return left === GONE ? [] : [left];
    });
  }
  if (!isFields(value)) return value;
  const entries = Object.entries(value).flatMap(([name, item]) => {
    const left = leftOf(fieldOf(type, name) ?? ANY, item, inner({ remove, keep }, `f:${name}`));
    return left === GONE ? [] : [[name, left]];
  });
  return Object.fromEntries(entries);
}

const GONE = Symbol('gone');

function leftOf(type: FieldType, value: unknown, { remove, keep }: Removal): unknown {
  if (isEmpty(remove)) return value;
  if (remove.member && isEmpty(keep)) return GONE;
  const left = removeFields(type, value, { remove, keep });
  const emptied = isVoid(left) && !isVoid(value);
  return emptied && isEmpty(keep) ? GONE : left;
}

function inner({ remove, keep }: Removal, element: string): Removal {
  return { remove: remove.children.get(element) ?? EMPTY, keep: keep.children.get(element) ?? EMPTY };
}

function isVoid(value: unknown): boolean {
  if (Array.isArray(value)) return value.length === 0;
  return isFields(value) && Object.keys(value).length === 0;
}
