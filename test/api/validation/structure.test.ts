/** @module The structural check agrees with a full JSON Schema validator. */
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { Ajv } from 'ajv';
import fc from 'fast-check';
import type { SchemaNode } from '../../../src/api/schema/schema-node.ts';
import { specSchema } from '../../../src/api/schema/spec.ts';
import { statusSchema } from '../../../src/api/schema/status.ts';
import { checkStructure } from '../../../src/api/validation/structure.ts';

const time = (text: string) => /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/.test(text);
const ajv = new Ajv({ strict: false, formats: { int32: true, int64: true, 'date-time': time } });

describe('checkStructure', () => {
  for (const [name, schema] of Object.entries({ spec: specSchema, status: statusSchema })) {
    test(`accepts and refuses the same values of ${name} as ajv does`, () => {
      const validate = ajv.compile(schema);
      fc.assert(
        fc.property(nearly(schema), (value) => {
          const faults = checkStructure(schema, name, value);
          assert.equal(
            faults.length === 0,
            validate(value),
            JSON.stringify({ faults, errors: validate.errors }),
          );
        }),
        { numRuns: 1000 },
      );
    });
  }
});

/** Values of the schema's shape, sometimes out of its limits and sometimes of another type. */
function nearly(node: SchemaNode): fc.Arbitrary<unknown> {
  const stray = fc.constantFrom<unknown>('', 'x', 0, -1, 1.5, true, [], {});
  return fc.oneof({ weight: 60, arbitrary: shaped(node) }, { weight: 1, arbitrary: stray });
}

function shaped(node: SchemaNode): fc.Arbitrary<unknown> {
  if (node.enum !== undefined) return fc.constantFrom(...node.enum);
  if (node['x-kubernetes-int-or-string'] === true)
    return fc.constantFrom<unknown>(1, '1', '1.5Gi', '500m', '1e3');
  if (node.format === 'date-time') return fc.constant('2026-12-01T09:30:00Z');
  switch (node.type) {
    case 'object':
      return shapedObject(node);
    case 'array':
      return fc.array(nearly(node.items ?? {}), { maxLength: hasKeys(node) ? 1 : 2 });
    case 'integer':
      return fc.integer({ min: (node.minimum ?? 0) - 1, max: Math.min((node.maximum ?? 20) + 1, 70000) });
    case 'boolean':
      return fc.boolean();
    default:
      return fc.oneof(
        { weight: 20, arbitrary: fc.constantFrom('a', '1') },
        {
          weight: 1,
          arbitrary: fc.constantFrom('a-b', 'A_b', '-a', 'a'.repeat(53), 'mysql:8', '8.4', 'a\nb'),
        },
      );
  }
}

/** JSON Schema knows no keys of list entries, so two entries might be judged differently. */
function hasKeys(node: SchemaNode): boolean {
  return node['x-kubernetes-list-type'] === 'map';
}

function shapedObject({ properties, additionalProperties }: SchemaNode): fc.Arbitrary<unknown> {
  if (properties !== undefined) {
    const fields = Object.entries(properties).map(([key, child]) => [key, nearly(child)] as const);
    return fc.record(Object.fromEntries(fields), { requiredKeys: [] });
  }
  return fc.dictionary(fc.constantFrom('a', 'b'), nearly(additionalProperties ?? { type: 'boolean' }));
}
