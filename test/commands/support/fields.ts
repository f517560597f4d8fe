/** @module Looks into decoded JSON. */
import assert from 'node:assert/strict';

/** The value at a path such as `error.causes.0.field`; undefined where there is none. */
export function at(value: unknown, path: string): unknown {
  return path
    .split('.')
    .reduce<unknown>(
      (current, key) =>
        typeof current === 'object' && current !== null ? Reflect.get(current, key) : undefined,
      value,
    );
}

/** The list at a path. Fails where there is none. */
export function listAt(value: unknown, path: string): readonly unknown[] {
  const list = at(value, path);
  assert.ok(Array.isArray(list), `${path} is a list`);
  return list;
}
