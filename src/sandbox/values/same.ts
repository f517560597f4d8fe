/** @module Equality of JSON values. */
import { isFields } from './fields.ts';

/** Whether two JSON values are equal; the order of fields does not matter, absent and undefined are the same. */
export function same(a: unknown, b: unknown): boolean {
  if (a === b) return true;
  if (Array.isArray(a)) {
    return Array.isArray(b) && a.length === b.length && a.every((item, index) => same(item, b[index]));
  }
  if (!isFields(a) || !isFields(b)) return false;
  for (const key in a) if (!same(a[key], b[key])) return false;
  for (const key in b) if (a[key] === undefined && b[key] !== undefined) return false;
  return true;
}
