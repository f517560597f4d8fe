/** @module Makes stored values immutable, since they are shared between requests. */

/** Freezes a JSON value and everything in it; parts that are frozen already are taken to be so throughout. */
export function freeze<T>(value: T): T {
  if (typeof value !== 'object' || value === null || Object.isFrozen(value)) return value;
  Object.freeze(value);
  for (const inner of Object.values(value)) freeze(inner);
  return value;
}
