/** @module Checks a JSON value against a structural schema: types, limits, patterns, required fields. */
import { isAbsent, isRecord } from '../json-value.ts';
import type { SchemaNode } from '../schema/schema-node.ts';
import { type FieldError, fieldError } from './field-error.ts';
import { checkScalar } from './scalar.ts';

/**
 * The faults below `field`, in the order of the schema. Total over any JSON value. As a server does, null
 * counts as absent, and fields that the schema does not know are passed over.
 */
export function checkStructure(node: SchemaNode, field: string, value: unknown): readonly FieldError[] {
  if (node.type === 'object') return checkObject(node, field, value);
  if (node.type === 'array') return checkArray(node, field, value);
  return checkScalar(node, field, value);
}

function checkObject(node: SchemaNode, field: string, value: unknown): readonly FieldError[] {
  if (!isRecord(value)) return [fieldError(field, 'must be an object', value)];
  const { properties = {}, additionalProperties, required = [], maxProperties } = node;
  const missing = required
    .filter((key) => isAbsent(value[key]))
    .map((key) => fieldError(join(field, key), 'is required: set it'));
  const declared = Object.entries(properties).flatMap(([key, child]) =>
    isAbsent(value[key]) ? [] : checkStructure(child, join(field, key), value[key]),
  );
  const entries = Object.entries(value).filter(([, entry]) => !isAbsent(entry));
  if (maxProperties !== undefined && entries.length > maxProperties) {
    return [fieldError(field, `must have at most ${maxProperties} entries, and has ${entries.length}`)];
  }
  const extra =
    additionalProperties === undefined
      ? []
      : entries.flatMap(([key, entry]) => checkStructure(additionalProperties, `${field}[${key}]`, entry));
  return [...missing, ...declared, ...extra];
}

function checkArray(node: SchemaNode, field: string, value: unknown): readonly FieldError[] {
  if (!Array.isArray(value)) return [fieldError(field, 'must be a list', value)];
  const { items = {}, minItems = 0, maxItems = Number.POSITIVE_INFINITY } = node;
  const count = value.length;
  if (count < minItems) return [fieldError(field, `must have at least ${minItems} entries, or be left out`)];
  if (count > maxItems) {
    return [fieldError(field, `must have at most ${maxItems} entries, and has ${count}`)];
  }
  const inner = value.flatMap((item, index) => checkStructure(items, `${field}[${index}]`, item));
  return inner.length > 0 ? inner : checkUnique(node, field, value);
}

function checkUnique(node: SchemaNode, field: string, list: readonly unknown[]): readonly FieldError[] {
  const keys = node['x-kubernetes-list-map-keys'];
  if (keys === undefined) return [];
  const identities = list.map((item) =>
    JSON.stringify(keys.map((key) => (isRecord(item) ? item[key] : item))),
  );
  return identities.flatMap((identity, index) =>
    identities.indexOf(identity) === index
      ? []
      : [fieldError(`${field}[${index}]`, `repeats the ${keys.join(', ')} of an earlier entry: remove one`)],
  );
}

function join(field: string, key: string): string {
  return field === '' ? key : `${field}.${key}`;
}
