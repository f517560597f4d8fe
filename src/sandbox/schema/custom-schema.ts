/** @module The field types of a custom resource, from its OpenAPI schema. */
import { type Fields, fieldsOf, isFields, listOf, textOf } from '../values/fields.ts';
import { builtinType } from './builtin-schema.ts';
import { ANY, type FieldType, type ListType, type StructType } from './field-type.ts';

/** The whole object's type: the schema's properties and what every object has. */
export function customType(kind: string, schema: Fields): StructType {
  const root = structType(schema);
  const fields = new Map(root.fields);
  fields.set('apiVersion', { kind: 'scalar', type: 'string' });
  fields.set('kind', { kind: 'scalar', type: 'string' });
  fields.set('metadata', builtinType('ObjectMeta'));
  return { ...root, name: kind, fields };
}

function fieldType(schema: Fields): FieldType {
  if (schema['x-kubernetes-int-or-string'] === true) return { kind: 'scalar', type: 'intOrString' };
  switch (schema.type) {
    case 'object':
      return objectType(schema);
    case 'array':
      return listType(schema);
    case 'string':
    case 'integer':
    case 'number':
    case 'boolean':
      return { kind: 'scalar', type: schema.type };
    default:
      return ANY;
  }
}

function objectType(schema: Fields): FieldType {
  const { additionalProperties: values } = schema;
  const atomic = schema['x-kubernetes-map-type'] === 'atomic';
  if (isFields(values)) return { kind: 'map', values: fieldType(values), atomic };
  if (values === true) return { kind: 'map', values: ANY, atomic };
  return structType(schema);
}

function structType(schema: Fields): StructType {
  const properties = Object.entries(fieldsOf(schema.properties));
  const fields = new Map(properties.map(([name, inner]) => [name, fieldType(fieldsOf(inner))]));
  if (schema['x-kubernetes-embedded-resource'] === true) {
    fields.set('apiVersion', { kind: 'scalar', type: 'string' });
    fields.set('kind', { kind: 'scalar', type: 'string' });
    fields.set('metadata', builtinType('ObjectMeta'));
  }
  return {
    kind: 'struct',
    name: '',
    fields,
    required: new Set(listOf(schema.required).map(String)),
    open: schema['x-kubernetes-preserve-unknown-fields'] === true,
    atomic: schema['x-kubernetes-map-type'] === 'atomic',
    retainKeys: false,
  };
}

function listType(schema: Fields): ListType {
  const list = textOf(schema['x-kubernetes-list-type']);
  return {
    kind: 'list',
    items: fieldType(fieldsOf(schema.items)),
    list: list === 'set' || list === 'map' ? list : 'atomic',
    keys: listOf(schema['x-kubernetes-list-map-keys']).map(String),
  };
}
