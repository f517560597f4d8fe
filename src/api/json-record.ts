/** @module Tells JSON objects from the other JSON values. */

/** Whether the value is a JSON object: not null, not a list. */
export function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
