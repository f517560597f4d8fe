/** @module Strategic merge patch: a merge patch that knows the lists of the built-in kinds. */
import { type FieldType, fieldOf, type ListType } from '../schema/field-type.ts';
import { type Fields, fieldsOf, isFields, listOf } from '../values/fields.ts';
import { same } from '../values/same.ts';

const DIRECTIVE = '$patch';
const RETAIN_KEYS = '$retainKeys';
const DELETE_FROM = '$deleteFromPrimitiveList/';
const ORDER = '$setElementOrder/';

/** A new object; `type` says which lists are merged by key. */
export function applyStrategicPatch(type: FieldType, object: Fields, patch: Fields): Fields {
  if (patch[DIRECTIVE] === 'delete') return {};
  if (patch[DIRECTIVE] === 'replace') return plain(patch);
  const result: Record<string, unknown> = { ...retained(object, patch) };
  for (const [name, value] of Object.entries(patch)) {
    if (name === DIRECTIVE || name === RETAIN_KEYS || name.startsWith(ORDER)) continue;
    if (name.startsWith(DELETE_FROM)) {
      const field = name.slice(DELETE_FROM.length);
      result[field] = listOf(result[field]).filter((item) => !listOf(value).some((gone) => same(gone, item)));
    } else if (value === null) delete result[name];
    else result[name] = mergeField(fieldOf(type, name), result[name], value);
  }
  return reorder(type, result, patch);
}

function retained(object: Fields, patch: Fields): Fields {
  const kept = patch[RETAIN_KEYS];
  if (!Array.isArray(kept)) return object;
  return Object.fromEntries(Object.entries(object).filter(([name]) => kept.includes(name)));
}

function mergeField(type: FieldType | undefined, current: unknown, value: unknown): unknown {
  if (isFields(value)) return applyStrategicPatch(type ?? { kind: 'any' }, fieldsOf(current), value);
  if (!Array.isArray(value) || type?.kind !== 'list' || type.mergeKey === undefined) return value;
  if (type.mergeKey !== '')
    return mergeByKey(type, type.mergeKey, { current: listOf(current), patch: value });
  const present = listOf(current);
  return [...present, ...value.filter((item) => !present.some((other) => same(item, other)))];
}

function mergeByKey(
  type: ListType,
  key: string,
  { current, patch }: { readonly current: readonly unknown[]; readonly patch: readonly unknown[] },
): readonly unknown[] {
  const items = patch.filter(isFields);
  const isDirective = (item: Fields) => item[DIRECTIVE] === 'replace' && Object.keys(item).length === 1;
  if (items.some(isDirective)) return items.filter((item) => !isDirective(item)).map(plain);
  const result = [...current];
  for (const item of items) {
    const index = result.findIndex((other) => isFields(other) && same(other[key], item[key]));
    const old = result[index];
    if (item[DIRECTIVE] === 'delete') {
      if (index >= 0) result.splice(index, 1);
    } else if (index < 0) result.push(applyStrategicPatch(type.items, {}, item));
    else if (item[DIRECTIVE] === 'replace') result[index] = plain(item);
    else result[index] = applyStrategicPatch(type.items, fieldsOf(old), item);
  }
  return result;
}

function reorder(type: FieldType, object: Fields, patch: Fields): Fields {
  const result: Record<string, unknown> = { ...object };
  for (const [name, order] of Object.entries(patch)) {
    if (!name.startsWith(ORDER)) continue;
    const field = name.slice(ORDER.length);
    const list = fieldOf(type, field);
    const key = list?.kind === 'list' ? list.mergeKey : undefined;
    const rank = (item: unknown) =>
      listOf(order).findIndex((wanted) =>
        key === undefined || key === ''
          ? same(wanted, item)
          : same(fieldsOf(wanted)[key], fieldsOf(item)[key]),
      );
    const items = listOf(result[field]);
    if (items.length === 0) continue;
    const listed = items.filter((item) => rank(item) >= 0).sort((a, b) => rank(a) - rank(b));
    result[field] = [...listed, ...items.filter((item) => rank(item) < 0)];
  }
  return result;
}

function plain({ [DIRECTIVE]: _directive, [RETAIN_KEYS]: _kept, ...rest }: Fields): Fields {
  return rest;
}
