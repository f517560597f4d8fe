/** @module Checks a text, number or truth value against its schema. */
import { patternMeanings, QUANTITY_PATTERN } from '../schema/limits.ts';
import type { SchemaNode } from '../schema/schema-node.ts';
import { type FieldError, fieldError } from './field-error.ts';

/** At most one fault: a value of the wrong type is not measured as well. */
export function checkScalar(node: SchemaNode, field: string, value: unknown): readonly FieldError[] {
  const message = faultOf(node, value);
  return message === undefined ? [] : [fieldError(field, message, value)];
}

function faultOf(node: SchemaNode, value: unknown): string | undefined {
  if (node['x-kubernetes-int-or-string'] === true) return quantityFault(node, value);
  switch (node.type) {
    case 'boolean':
      return typeof value === 'boolean' ? undefined : 'must be true or false, without quotes';
    case 'integer':
      return integerFault(node, value);
    case 'string':
      return stringFault(node, value);
    default:
      return undefined;
  }
}

/** The largest value of each format; the API server decodes nothing beyond. */
const formatLimits = { int32: 2 ** 31 - 1, int64: Number.MAX_SAFE_INTEGER } as const;

function integerFault(node: SchemaNode, value: unknown): string | undefined {
  const limit =
    node.format === 'int32' || node.format === 'int64' ? formatLimits[node.format] : formatLimits.int64;
  const { minimum = -limit, maximum = limit } = node;
  if (typeof value === 'number' && Number.isInteger(value) && value >= minimum && value <= maximum)
    return undefined;
  if (node.maximum !== undefined)
    return `must be an integer from ${minimum} to ${maximum}${quotesHint(value)}`;
  return `must be an integer${node.minimum === undefined ? '' : ` of at least ${minimum}`}${quotesHint(value)}`;
}

function quotesHint(value: unknown): string {
  return typeof value === 'string' ? ' without quotes' : '';
}

function stringFault(node: SchemaNode, value: unknown): string | undefined {
  if (node.enum !== undefined) {
    return node.enum.some((allowed) => allowed === value)
      ? undefined
      : `must be one of ${node.enum.join(', ')}`;
  }
  if (typeof value !== 'string') {
    return typeof value === 'number' ? 'must be text: write it in quotes' : 'must be text';
  }
  return textFault(node, value);
}

function textFault(
  { minLength = 0, maxLength, pattern, format }: SchemaNode,
  value: string,
): string | undefined {
  const length = [...value].length;
  if (length < minLength) return 'must not be empty: set it or leave it out';
  if (maxLength !== undefined && length > maxLength) {
    return `must have at most ${maxLength} characters, and has ${length}`;
  }
  if (pattern !== undefined && !new RegExp(pattern).test(value)) {
    return patternMeanings[pattern] ?? `must match ${pattern}`;
  }
  if (format === 'date-time' && Number.isNaN(Date.parse(value)))
    return 'must be a time such as 2026-12-01T09:30:00Z';
  return undefined;
}

function quantityFault(node: SchemaNode, value: unknown): string | undefined {
  const text = typeof value === 'number' && Number.isSafeInteger(value) ? String(value) : value;
  if (typeof text !== 'string' || textFault(node, text) !== undefined) {
    return patternMeanings[QUANTITY_PATTERN];
  }
  return undefined;
}
