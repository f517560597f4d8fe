/** @module Merges an applied configuration over the stored object, item by item in keyed lists. */
import { ANY, type FieldType, fieldOf } from '../schema/field-type.ts';
import { isFields } from '../values/fields.ts';
import { isKeyedList, partMap, partsOf } from './elements.ts';

/** A new value: what is applied wins, what is not mentioned stays. */
export function mergeApplied(type: FieldType, live: unknown, applied: unknown): unknown {
  if (isFields(applied) && isFields(live) && partsOf(type, applied) !== undefined) {
    const result: Record<string, unknown> = { ...live };
    for (const [name, value] of Object.entries(applied)) {
      result[name] = name in live ? mergeApplied(fieldOf(type, name) ?? ANY, live[name], value) : value;
    }
    return result;
  }
  if (Array.isArray(applied) && Array.isArray(live) && isKeyedList(type))
    return mergeItems(type, live, applied);
  return applied;
}

/** The order of the stored list is kept unless the applied one contradicts it; new items come last. */
function mergeItems(
  type: FieldType,
  live: readonly unknown[],
  applied: readonly unknown[],
): readonly unknown[] {
  const stored = partMap(type, live);
  const wanted = partMap(type, applied);
  const order = inOrder([...stored.keys()], [...wanted.keys()]);
  return order.map((element) => {
    const [old, next] = [stored.get(element), wanted.get(element)];
    if (next === undefined) return old?.value;
    return old === undefined ? next.value : mergeApplied(next.type, old.value, next.value);
  });
}

function inOrder(stored: readonly string[], wanted: readonly string[]): readonly string[] {
  const known = new Set(stored);
  const common = wanted.filter((element) => known.has(element));
  const asStored = stored.filter((element) => common.includes(element));
  const contradicts = common.some((element, index) => asStored[index] !== element);
  const first = contradicts ? wanted : stored;
  const second = contradicts ? stored : wanted;
  return [...new Set([...first, ...second])];
}
