/** @module Fields that the schema does not know: a server would drop them silently, or refuse them. */
import { databaseManagerSchema } from '../../api/schema/database-manager-schema.ts';
import type { SchemaNode } from '../../api/schema/schema-node.ts';
import type { FieldError } from '../../api/validation/field-error.ts';
import { didYouMean } from '../suggest.ts';

/** One error per field below `spec` and at the top that the schema does not know, with the nearest that it does. */
export function unknownFields(object: Readonly<Record<string, unknown>>): readonly FieldError[] {
  // What metadata may hold is the server's to say.
  const { metadata: _metadata, ...rest } = object;
  return check(databaseManagerSchema, '', rest);
}

function check(node: SchemaNode, field: string, value: unknown): readonly FieldError[] {
  if (Array.isArray(value)) {
    const { items } = node;
    return items === undefined
      ? []
      : value.flatMap((item, index) => check(items, `${field}[${index}]`, item));
  }
  const { properties } = node;
  if (properties === undefined || typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([key, child]) => {
    const path = field === '' ? key : `${field}.${key}`;
    const known = properties[key];
    if (known !== undefined) return check(known, path, child);
    if (node['x-kubernetes-preserve-unknown-fields'] === true) return [];
    return [{ field: path, message: `is not a field${didYouMean(key, Object.keys(properties))}` }];
  });
}
