/** @module Whether a schema is structural: every level typed, nothing that pruning could not follow. */
import { type FieldError, forbidden, invalid, required, unsupported } from '../kinds/field-error.ts';
import { type Fields, fieldsOf, isFields, listOf } from '../values/fields.ts';

const TYPES = ['array', 'boolean', 'integer', 'number', 'object', 'string'];

/** Errors of the schema at `field` and below it. */
export function validateStructure(schema: Fields, field: string): readonly FieldError[] {
  if (schema.type !== 'object') {
    const rule =
      schema.type === undefined
        ? required(`${field}.type`, 'must not be empty at the root')
        : invalid(`${field}.type`, schema.type, 'must be object at the root');
    return [rule];
  }
  return validateLevel(schema, field);
}

function validateLevel(schema: Fields, field: string): readonly FieldError[] {
  const { type, properties, additionalProperties, items } = schema;
  const errors: FieldError[] = [];
  const untyped =
    schema['x-kubernetes-int-or-string'] === true || schema['x-kubernetes-preserve-unknown-fields'] === true;
  if (type === undefined && !untyped) {
    errors.push(
      required(
        `${field}.type`,
        field.endsWith('.items')
          ? 'must not be empty for specified array items'
          : 'must not be empty for specified object fields',
      ),
    );
  }
  if (type !== undefined && !TYPES.includes(String(type)))
    errors.push(unsupported(`${field}.type`, type, TYPES));
  if (type === 'array' && items === undefined) errors.push(required(`${field}.items`, 'must be specified'));
  if (properties !== undefined && additionalProperties !== undefined) {
    errors.push(
      forbidden(`${field}.additionalProperties`, 'additionalProperties and properties are mutual exclusive'),
    );
  }
  if (schema.uniqueItems === true) {
    errors.push(
      forbidden(
        `${field}.uniqueItems`,
        'uniqueItems cannot be set to true since the runtime complexity becomes quadratic',
      ),
    );
  }
  for (const keyword of [
    '$ref',
    'definitions',
    'dependencies',
    'patternProperties',
    'additionalItems',
    'id',
  ]) {
    if (schema[keyword] !== undefined)
      errors.push(forbidden(`${field}.${keyword}`, `${keyword} is not supported`));
  }
  if (schema['x-kubernetes-list-type'] === 'map') errors.push(...validateKeys(schema, field));
  return [...errors, ...validateInner(schema, field)];
}

function validateKeys(schema: Fields, field: string): readonly FieldError[] {
  const keys = listOf(schema['x-kubernetes-list-map-keys']).map(String);
  if (keys.length === 0) {
    return [
      required(`${field}.x-kubernetes-list-map-keys`, 'must not be empty if x-kubernetes-list-type is map'),
    ];
  }
  const items = fieldsOf(schema.items);
  const needed = listOf(items.required);
  return keys.flatMap((key) => {
    const property = fieldsOf(items.properties)[key];
    if (!isFields(property)) {
      return [
        invalid(`${field}.x-kubernetes-list-map-keys`, keys, 'entries must all be names of item properties'),
      ];
    }
    if (needed.includes(key) || property.default !== undefined) return [];
    return [
      required(
        `${field}.items.properties[${key}].default`,
        'this property is in x-kubernetes-list-map-keys, so it must have a default or be a required property',
      ),
    ];
  });
}

function validateInner(
  { properties, additionalProperties, items }: Fields,
  field: string,
): readonly FieldError[] {
  return [
    ...Object.entries(fieldsOf(properties)).flatMap(([name, inner]) =>
      validateLevel(fieldsOf(inner), `${field}.properties[${name}]`),
    ),
    ...(isFields(additionalProperties)
      ? validateLevel(additionalProperties, `${field}.additionalProperties`)
      : []),
    ...(isFields(items) ? validateLevel(items, `${field}.items`) : []),
  ];
}
