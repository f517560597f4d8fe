/** @module Collects the schemas that an OpenAPI document refers to. */
import type { ServedKind } from '../kinds/kind.ts';
import type { FieldType, ListType, ScalarType, StructType } from '../schema/field-type.ts';
import { type Fields, fieldsOf } from '../values/fields.ts';

const SCALARS: Readonly<Record<ScalarType, Fields>> = {
  string: { type: 'string' },
  integer: { type: 'integer' },
  number: { type: 'number' },
  boolean: { type: 'boolean' },
  bytes: { type: 'string', format: 'byte' },
  time: { type: 'string', format: 'date-time' },
  microTime: { type: 'string', format: 'date-time' },
  quantity: { type: 'string' },
  intOrString: { 'x-kubernetes-int-or-string': true },
};

/** One document's schemas, each written once. */
export class SchemaBook {
  readonly #schemas = new Map<string, Fields>();

  /** A reference to the kind's schema, which is added with all that it needs. */
  reference(kind: ServedKind): Fields {
    const { group, version, openApiSchema } = kind;
    const name = `${(group === '' ? 'core' : group).split('.').toReversed().join('.')}.${version}.${kind.kind}`;
    const identity = { 'x-kubernetes-group-version-kind': [{ group, version, kind: kind.kind }] };
    if (!this.#schemas.has(name)) {
      this.#schemas.set(name, {});
      const body = openApiSchema === undefined ? this.#struct(kind.type) : this.#custom(kind, openApiSchema);
      this.#schemas.set(name, { ...body, ...identity });
    }
    return { $ref: `#/components/schemas/${name}` };
  }

  schemas(): Fields {
    return Object.fromEntries(this.#schemas);
  }

  #custom({ type }: ServedKind, schema: Fields): Fields {
    const metadata = type.fields.get('metadata');
    const properties = {
      apiVersion: { type: 'string' },
      kind: { type: 'string' },
      ...fieldsOf(schema.properties),
      ...(metadata === undefined ? {} : { metadata: this.#schema(metadata) }),
    };
    return { ...schema, properties };
  }

  #schema(type: FieldType): Fields {
    switch (type.kind) {
      case 'scalar':
        return SCALARS[type.type];
      case 'any':
        return { 'x-kubernetes-preserve-unknown-fields': true };
      case 'list':
        return { type: 'array', items: this.#schema(type.items), ...listExtensions(type) };
      case 'map':
        return { type: 'object', additionalProperties: this.#schema(type.values) };
      case 'struct':
        return this.#named(type);
    }
  }

  #named(type: StructType): Fields {
    if (type.name === '') return this.#struct(type);
    const name = `io.k8s.${type.name}`;
    if (!this.#schemas.has(name)) {
      this.#schemas.set(name, {});
      this.#schemas.set(name, this.#struct(type));
    }
    return { $ref: `#/components/schemas/${name}` };
  }

  #struct({ fields, required, atomic }: StructType): Fields {
    const properties = [...fields].map(([name, type]) => [name, this.#schema(type)]);
    return {
      type: 'object',
      properties: Object.fromEntries(properties),
      ...(required.size === 0 ? {} : { required: [...required] }),
      ...(atomic ? { 'x-kubernetes-map-type': 'atomic' } : {}),
    };
  }
}

function listExtensions({ list, keys, mergeKey }: ListType): Fields {
  return {
    'x-kubernetes-list-type': list,
    ...(list === 'map' ? { 'x-kubernetes-list-map-keys': keys } : {}),
    ...(mergeKey === undefined ? {} : { 'x-kubernetes-patch-strategy': 'merge' }),
    ...(mergeKey === undefined || mergeKey === '' ? {} : { 'x-kubernetes-patch-merge-key': mergeKey }),
  };
}
