/** @module Schema violations in the API server's words. */
import {
  type FieldError,
  invalid,
  required,
  tooLong,
  tooMany,
  typeInvalid,
  unsupported,
} from '../kinds/field-error.ts';
import { type Fields, isFields, listOf } from '../values/fields.ts';
import { same } from '../values/same.ts';
import type { Violation } from './json-schema.ts';

/** A field error and the way to the value it is about. */
export interface LocatedError {
  readonly error: FieldError;
  readonly path: readonly (string | number)[];
}

/** One error for each violation; a text that breaks several rules is reported for the first. */
export function toFieldErrors(violations: readonly Violation[]): readonly LocatedError[] {
  const reported = new Set<string>();
  return [...violations].sort(byWeight).flatMap((violation) => {
    const error = toFieldError(violation);
    if (error === undefined) return [];
    const { path, keyword } = violation;
    const group = TEXT_RULES.includes(keyword)
      ? `${fieldName(path)} text`
      : `${error.field} ${keyword} ${error.message}`;
    if (reported.has(group)) return [];
    reported.add(group);
    return [{ error, path }];
  });
}

/** Repeated items of sets and maps, which JSON Schema cannot tell. */
export function duplicatesIn(
  schema: Fields,
  value: unknown,
  path: readonly (string | number)[] = [],
): readonly LocatedError[] {
  if (Array.isArray(value)) {
    const items = isFields(schema.items) ? schema.items : {};
    return [
      ...repeated(schema, value).map((index) => duplicateError(schema, value[index], [...path, index])),
      ...value.flatMap((item, index) => duplicatesIn(items, item, [...path, index])),
    ];
  }
  if (!isFields(value)) return [];
  const properties = isFields(schema.properties) ? schema.properties : {};
  return Object.entries(value).flatMap(([name, inner]) => {
    const property = properties[name] ?? schema.additionalProperties;
    return isFields(property) ? duplicatesIn(property, inner, [...path, name]) : [];
  });
}

/** `spec.list[0].name`; '' for the whole object. */
export function fieldName(path: readonly (string | number)[]): string {
  return path.reduce<string>(
    (text, step) => (typeof step === 'number' ? `${text}[${step}]` : text === '' ? step : `${text}.${step}`),
    '',
  );
}

const TEXT_RULES: readonly string[] = ['maxLength', 'minLength', 'pattern'];
const COMBINERS: Readonly<Record<string, string>> = {
  anyOf: 'must validate at least one schema (anyOf)',
  oneOf: 'must validate one and only one schema (oneOf)',
  not: 'must not validate the schema (not)',
};

function byWeight(a: Violation, b: Violation): number {
  return weight(a) - weight(b);
}

function weight({ keyword }: Violation): number {
  return TEXT_RULES.indexOf(keyword);
}

function toFieldError({ keyword, path, params, value, expected }: Violation): FieldError | undefined {
  const field = fieldName(path);
  const body = (rule: string, shown = value) => invalid(field, shown, `${field} in body should ${rule}`);
  switch (keyword) {
    case 'required':
      return required(fieldName([...path, String(params.missingProperty)]));
    case 'type': {
      const types = listOf([expected].flat())
        .filter((type) => type !== 'null')
        .join(',');
      return typeInvalid(
        field,
        jsonType(value),
        `${field} in body must be of type ${types}: ${JSON.stringify(jsonType(value))}`,
      );
    }
    case 'enum':
      return unsupported(
        field,
        value,
        listOf(params.allowedValues)
          .filter((v) => v !== null)
          .map(String),
      );
    case 'minimum':
      return body(`be greater than or equal to ${String(expected)}`);
    case 'maximum':
      return body(`be less than or equal to ${String(expected)}`);
    case 'exclusiveMinimum':
      return body(`be greater than ${String(expected)}`);
    case 'exclusiveMaximum':
      return body(`be less than ${String(expected)}`);
    case 'multipleOf':
      return body(`be a multiple of ${String(expected)}`);
    case 'minLength':
      return body(`be at least ${String(expected)} chars long`);
    case 'maxLength':
      return tooLong(field, Number(expected));
    case 'pattern':
      return body(`match '${String(expected)}'`);
    case 'format':
      return typeInvalid(
        field,
        value,
        `${field} in body must be of type ${String(expected)}: ${JSON.stringify(value)}`,
      );
    case 'minItems':
      return body(`have at least ${String(expected)} items`, listOf(value).length);
    case 'maxItems':
      return tooMany(field, listOf(value).length, Number(expected));
    case 'minProperties':
      return body(`have at least ${String(expected)} properties`, sizeOf(value));
    case 'maxProperties':
      return tooMany(field, sizeOf(value), Number(expected));
    case 'uniqueItems':
      return invalid(field, value, `${field} in body shouldn't contain duplicates`);
    case 'anyOf':
    case 'oneOf':
    case 'not':
      return invalid(
        field === '' ? '<nil>' : field,
        '',
        `${JSON.stringify(field)} ${COMBINERS[keyword] ?? ''}`,
      );
    default:
      return undefined;
  }
}

function sizeOf(value: unknown): number {
  return isFields(value) ? Object.keys(value).length : 0;
}

function jsonType(value: unknown): string {
  if (value === null) return 'null';
  if (Array.isArray(value)) return 'array';
  if (typeof value === 'number') return Number.isInteger(value) ? 'integer' : 'number';
  return typeof value;
}

function repeated(schema: Fields, items: readonly unknown[]): readonly number[] {
  const kind = schema['x-kubernetes-list-type'];
  if (kind !== 'set' && kind !== 'map') return [];
  const keys = kind === 'set' ? items : items.map((item) => keyOf(schema, item));
  return keys.flatMap((key, index) => (keys.findIndex((other) => same(other, key)) < index ? [index] : []));
}

function keyOf(schema: Fields, item: unknown): unknown {
  const names = listOf(schema['x-kubernetes-list-map-keys']).map(String);
  return Object.fromEntries(names.map((name) => [name, isFields(item) ? item[name] : undefined]));
}

function duplicateError(schema: Fields, item: unknown, path: readonly (string | number)[]): LocatedError {
  const shown = schema['x-kubernetes-list-type'] === 'map' ? keyOf(schema, item) : item;
  const error = {
    reason: 'FieldValueDuplicate',
    field: fieldName(path),
    message: `Duplicate value: ${JSON.stringify(shown)}`,
  };
  return { error, path };
}
