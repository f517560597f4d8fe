/** @module Brings a sent object into the form of its kind: unknown fields out, wrong JSON types refused. */
import { type Fields, isFields } from '../values/fields.ts';
import { canonicalQuantity } from './canonical-quantity.ts';
import type { FieldType, ScalarType, StructType } from './field-type.ts';

/** The kept object and the paths of what was dropped (`spec.foo`, `spec.list[0].bar`). */
export interface Decoded {
  readonly value: unknown;
  readonly unknown: readonly string[];
}

/** A value that cannot be read as its field's type; the message is the one of Go's JSON decoder. */
export class DecodeError extends Error {
  override readonly name = 'DecodeError';
}

/** Nulls are dropped, as decoding into Go types does. Throws a DecodeError on a value of the wrong type. */
export function decode(type: StructType, value: unknown): Decoded {
  const unknown: string[] = [];
  return { value: visit(type, value, { path: '', owner: type.name, unknown, lenient: false }), unknown };
}

/** As {@link decode}, but leaves nulls and wrong types for validation to find, except in the metadata. */
export function prune(type: StructType, value: unknown): Decoded {
  const unknown: string[] = [];
  return { value: visit(type, value, { path: '', owner: type.name, unknown, lenient: true }), unknown };
}

interface Place {
  readonly path: string;
  readonly owner: string;
  readonly unknown: string[];
  readonly lenient: boolean;
}

function visit(type: FieldType, value: unknown, place: Place): unknown {
  if (place.lenient && !hasShape(type, value)) return value;
  switch (type.kind) {
    case 'any':
      return value;
    case 'scalar':
      return scalar(type.type, value, place);
    case 'list':
      if (!Array.isArray(value)) throw mismatch(value, place, 'slice');
      return value.map((item, index) =>
        visit(type.items, item, { ...place, path: `${place.path}[${index}]` }),
      );
    case 'map':
      if (!isFields(value)) throw mismatch(value, place, 'map');
      return eachField(value, place, (name, inner) =>
        visit(type.values, inner, below(place, name, place.owner)),
      );
    case 'struct':
      if (!isFields(value)) throw mismatch(value, place, type.name);
      return eachField(value, place, (name, inner) => structField(type, [name, inner], place));
  }
}

/** Scalars of a lenient visit are not looked at: validation does that. */
function hasShape(type: FieldType, value: unknown): boolean {
  if (type.kind === 'list') return Array.isArray(value);
  return (type.kind === 'map' || type.kind === 'struct') && isFields(value);
}

function eachField(
  value: Fields,
  { lenient }: Place,
  visitField: (name: string, inner: unknown) => unknown,
): Fields {
  const kept: Record<string, unknown> = {};
  for (const name in value) {
    const inner = value[name];
    if (inner === undefined || (inner === null && !lenient)) continue;
    const result = visitField(name, inner);
    if (result !== undefined) kept[name] = result;
  }
  return kept;
}

function structField(type: StructType, [name, inner]: readonly [string, unknown], place: Place): unknown {
  const field = type.fields.get(name);
  if (field !== undefined) {
    const inside = below(place, name, type.name);
    return visit(field, inner, inside.path === 'metadata' ? { ...inside, lenient: false } : inside);
  }
  if (type.open) return inner;
  place.unknown.push(place.path === '' ? name : `${place.path}.${name}`);
  return undefined;
}

function below({ path, unknown, lenient }: Place, name: string, owner: string): Place {
  return { path: path === '' ? name : `${path}.${name}`, owner, unknown, lenient };
}

const GO_TYPES: Readonly<Record<ScalarType, string>> = {
  string: 'string',
  bytes: '[]uint8',
  boolean: 'bool',
  integer: 'int32',
  number: 'float64',
  time: 'time.Time',
  microTime: 'time.Time',
  quantity: 'resource.Quantity',
  intOrString: 'intstr.IntOrString',
};

function scalar(type: ScalarType, value: unknown, place: Place): unknown {
  if (type === 'microTime' && typeof value === 'string') return microTime(value);
  if (type === 'quantity') return quantity(value);
  if (!fits(type, value)) throw mismatch(value, place, GO_TYPES[type]);
  if (type === 'bytes' && typeof value === 'string' && !/^[A-Za-z0-9+/]*={0,2}$/.test(value)) {
    throw new DecodeError(`illegal base64 data at input byte ${value.search(/[^A-Za-z0-9+/]/)}`);
  }
  return value;
}

function fits(type: ScalarType, value: unknown): boolean {
  switch (type) {
    case 'integer':
      return typeof value === 'number' && Number.isInteger(value);
    case 'number':
      return typeof value === 'number';
    case 'boolean':
      return typeof value === 'boolean';
    case 'intOrString':
      return typeof value === 'string' || Number.isInteger(value);
    case 'time':
      return typeof value === 'string' && !Number.isNaN(Date.parse(value));
    case 'string':
    case 'bytes':
    case 'microTime':
    case 'quantity':
      return typeof value === 'string';
  }
}

function quantity(value: unknown): string {
  const canonical =
    typeof value === 'string' || typeof value === 'number' ? canonicalQuantity(String(value)) : undefined;
  if (canonical !== undefined) return canonical;
  throw new DecodeError(
    "quantities must match the regular expression '^([+-]?[0-9.]+)([eEinumkKMGTP]*[-+]?[0-9]*)$'",
  );
}

function microTime(text: string): string {
  if (/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{6}(Z|[+-]\d\d:\d\d)$/.test(text)) return text;
  const rest = text.replace(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d/, '');
  throw new DecodeError(
    `parsing time ${JSON.stringify(text)} as "2006-01-02T15:04:05.000000Z07:00": ` +
      `cannot parse ${JSON.stringify(rest)} as ".000000"`,
  );
}

function mismatch(value: unknown, { path, owner }: Place, target: string): DecodeError {
  const field = path.replace(/\[\d+\]/g, '');
  return new DecodeError(
    `json: cannot unmarshal ${jsonType(value)} into Go struct field ${owner}.${field} of type ${target}`,
  );
}

function jsonType(value: unknown): string {
  if (Array.isArray(value)) return 'array';
  switch (typeof value) {
    case 'string':
      return 'string';
    case 'boolean':
      return 'bool';
    case 'number':
      return Number.isInteger(value) ? 'number' : `number ${value}`;
    default:
      return 'object';
  }
}
