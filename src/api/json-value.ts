/** @module Tells the kinds of JSON values apart. */

/** Whether the value is a JSON object: not null, not a list. */
export function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Whether a field counts as not set: the API server treats null so. */
export function isAbsent(value: unknown): value is null | undefined {
  return value === undefined || value === null;
}
