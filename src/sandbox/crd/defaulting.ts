/** @module Fills in what a custom resource's schema gives defaults for. */
import { type Fields, fieldsOf, isFields } from '../values/fields.ts';

/** A copy with defaults at every level; a null that may not be one counts as absent where there is a default. */
export function withDefaults(schema: Fields, value: unknown): unknown {
  if (Array.isArray(value)) {
    const { items } = schema;
    return isFields(items) ? value.map((item) => withDefaults(items, item)) : value;
  }
  if (!isFields(value)) return value;
  const properties = fieldsOf(schema.properties);
  const result: Record<string, unknown> = { ...value };
  for (const [name, inner] of Object.entries(properties)) {
    const property = fieldsOf(inner);
    const given = result[name];
    const missing = given === undefined || (given === null && property.nullable !== true);
    if (missing && property.default !== undefined) result[name] = structuredClone(property.default);
    if (name in result) result[name] = withDefaults(property, result[name]);
  }
  const { additionalProperties: rest } = schema;
  if (!isFields(rest)) return result;
  for (const name of Object.keys(result))
    if (!(name in properties)) result[name] = withDefaults(rest, result[name]);
  return result;
}

/** A copy without the nulls that a schema neither allows nor gives a default for. */
export function withoutNulls(schema: Fields, value: unknown): unknown {
  if (Array.isArray(value)) {
    const { items } = schema;
    return isFields(items) ? value.map((item) => withoutNulls(items, item)) : value;
  }
  if (!isFields(value)) return value;
  const properties = fieldsOf(schema.properties);
  const entries = Object.entries(value).flatMap(([name, inner]) => {
    const property = fieldsOf(properties[name] ?? schema.additionalProperties);
    if (inner === null && name in properties && property.nullable !== true) return [];
    return [[name, withoutNulls(property, inner)]];
  });
  return Object.fromEntries(entries);
}
