/** @module Makes stored values immutable, since they are shared between requests. */

/** Freezes a JSON value and everything in it; parts that are frozen already are taken to be so throughout. */
export function freeze<T>(value: T): T {
  if (typeof value !== 'object' || value === null || Object.isFrozen(value)) return value;
  Object.freeze(value);
  for (const inner of Object.values(value)) freeze(inner);
  return value;
}

/**
 * The fields as JSON would carry them, frozen: undefined ones are left out. What is given stays as it is; parts of it
 * that are frozen already are shared.
 */
export function frozenFields<T extends Readonly<Record<string, unknown>>>(fields: T): T {
  const copy: Record<string, unknown> = {};
  for (const name in fields) {
    const value = fields[name];
    if (value !== undefined) copy[name] = frozenJson(value);
  }
  return Object.freeze(copy) as T;
}

function frozenJson(value: unknown): unknown {
  if (typeof value !== 'object' || value === null || Object.isFrozen(value)) return value;
  if (Array.isArray(value)) return Object.freeze(value.map((item) => frozenJson(item ?? null)));
  return frozenFields({ ...value });
}
