/** @module Checks values against a custom resource's schema: the only file that imports ajv. */
import type { ErrorObject, ValidateFunction } from 'ajv/dist/2020.js';
import { type Fields, isFields } from '../values/fields.ts';

/** One violation; `path` leads to the value, `params` are the keyword's. */
export interface Violation {
  readonly keyword: string;
  readonly path: readonly (string | number)[];
  readonly params: Fields;
  readonly value: unknown;
  /** What the schema says for the keyword. */
  readonly expected: unknown;
}

export type SchemaCheck = (value: unknown) => readonly Violation[];

/** Compiles an OpenAPI v3 schema. */
export type SchemaCompiler = (schema: Fields) => SchemaCheck;

/** Loads ajv. */
export async function loadSchemaCompiler(): Promise<SchemaCompiler> {
  const { Ajv2020 } = await import('ajv/dist/2020.js');
  return (schema) => {
    const ajv = new Ajv2020({
      strict: false,
      allErrors: true,
      verbose: true,
      logger: false,
      formats: FORMATS,
    });
    const validate: ValidateFunction = ajv.compile(toJsonSchema(schema));
    return (value) =>
      validate(value) ? [] : (validate.errors ?? []).map((error) => toViolation(value, error));
  };
}

function toViolation(root: unknown, { keyword, instancePath, params, schema, data }: ErrorObject): Violation {
  const path: (string | number)[] = [];
  let at = root;
  for (const segment of instancePath.split('/').slice(1)) {
    const name = segment.replace(/~1/g, '/').replace(/~0/g, '~');
    path.push(Array.isArray(at) ? Number(name) : name);
    at = Array.isArray(at) ? at[Number(name)] : isFields(at) ? at[name] : undefined;
  }
  return { keyword, path, params: isFields(params) ? params : {}, value: data, expected: schema };
}

const DROPPED = new Set(['default', 'description', 'title', 'example', 'externalDocs', 'nullable']);

/** OpenAPI's own keywords in JSON Schema's words. */
function toJsonSchema(schema: Fields): Fields {
  const result: Record<string, unknown> = {};
  for (const [name, value] of Object.entries(schema)) {
    if (!DROPPED.has(name) && !name.startsWith('x-kubernetes-')) result[name] = convert(name, value);
  }
  if (schema['x-kubernetes-int-or-string'] === true) result.type = ['integer', 'string'];
  if (schema.nullable === true && result.type !== undefined) {
    result.type = [result.type, 'null'].flat();
    if (Array.isArray(result.enum)) result.enum = [...result.enum, null];
  }
  exclusive(result, 'minimum', 'exclusiveMinimum');
  exclusive(result, 'maximum', 'exclusiveMaximum');
  if (typeof result.format === 'string' && !(result.format in FORMATS)) delete result.format;
  return result;
}

function convert(name: string, value: unknown): unknown {
  const nested = name === 'items' || name === 'additionalProperties' || name === 'not';
  if (nested) return isFields(value) ? toJsonSchema(value) : value;
  if (name === 'properties' && isFields(value)) {
    return Object.fromEntries(
      Object.entries(value).map(([key, inner]) => [key, isFields(inner) ? toJsonSchema(inner) : inner]),
    );
  }
  if ((name === 'allOf' || name === 'anyOf' || name === 'oneOf') && Array.isArray(value)) {
    return value.map((inner) => (isFields(inner) ? toJsonSchema(inner) : inner));
  }
  return value;
}

function exclusive(result: Record<string, unknown>, bound: string, keyword: string): void {
  const flag = result[keyword];
  if (typeof flag !== 'boolean') return;
  delete result[keyword];
  if (!flag || result[bound] === undefined) return;
  result[keyword] = result[bound];
  delete result[bound];
}

const FORMATS = {
  'date-time': /^\d{4}-\d\d-\d\d[Tt]\d\d:\d\d:\d\d(\.\d+)?([Zz]|[+-]\d\d:\d\d)$/,
  date: /^\d{4}-\d\d-\d\d$/,
  uuid: /^[0-9a-f]{8}-?[0-9a-f]{4}-?[0-9a-f]{4}-?[0-9a-f]{4}-?[0-9a-f]{12}$/i,
  ipv4: /^(\d{1,3}\.){3}\d{1,3}$/,
  byte: /^[A-Za-z0-9+/]*={0,2}$/,
  duration: /^([+-]?\d+(\.\d*)?(ns|us|µs|ms|s|m|h|d|w) ?)+$/,
  email: /^[^@\s]+@[^@\s]+$/,
  uri: /^[a-z][a-z0-9+.-]*:/i,
};
