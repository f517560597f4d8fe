/** @module Whether the defaults of a schema are valid by the schema itself. */
import type { FieldError } from '../kinds/field-error.ts';
import { type Fields, fieldsOf, isFields } from '../values/fields.ts';
import type { SchemaCompiler } from './json-schema.ts';
import { toFieldErrors } from './schema-errors.ts';

/** Errors at the `default` of every level. */
export function validateDefaults(
  schema: Fields,
  field: string,
  compile: SchemaCompiler,
): readonly FieldError[] {
  const { items, additionalProperties } = schema;
  return [
    ...(schema.default === undefined ? [] : errorsOf(schema, field, compile)),
    ...Object.entries(fieldsOf(schema.properties)).flatMap(([name, inner]) =>
      validateDefaults(fieldsOf(inner), `${field}.properties[${name}]`, compile),
    ),
    ...(isFields(items) ? validateDefaults(items, `${field}.items`, compile) : []),
    ...(isFields(additionalProperties)
      ? validateDefaults(additionalProperties, `${field}.additionalProperties`, compile)
      : []),
  ];
}

function errorsOf(schema: Fields, field: string, compile: SchemaCompiler): readonly FieldError[] {
  return toFieldErrors(compile(schema)(schema.default)).map(({ error }) => ({
    ...error,
    field: `${field}.default`,
  }));
}
