/** @module The CEL rules of the CRD and the checks in code come to the same verdict. */
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { evaluate } from '@marcbachmann/cel-js';
import fc from 'fast-check';
import type { DatabaseManager } from '../../../src/api/database-manager.ts';
import { withDefaults } from '../../../src/api/defaults.ts';
import { isRecord } from '../../../src/api/json-value.ts';
import { databaseManagerSchema } from '../../../src/api/schema/database-manager-schema.ts';
import type { SchemaNode } from '../../../src/api/schema/schema-node.ts';
import { validateDatabaseManager } from '../../../src/api/validation.ts';
import { databaseManagers } from '../arbitraries.ts';

/** Faults that only code can see: quantities by value. */
const codeOnly = new Set(['spec.storage.size']);

describe('the CEL rules', () => {
  test('refuse the creations that the checks in code refuse', () => {
    fc.assert(
      fc.property(databaseManagers, (dm) => {
        assert.deepEqual(inCode(dm), byServer(dm));
      }),
      { numRuns: 500 },
    );
  });

  test('refuse the updates that the checks in code refuse', () => {
    fc.assert(
      fc.property(databaseManagers, databaseManagers, (before, after) => {
        const previous = { ...before, metadata: after.metadata };
        assert.deepEqual(inCode(after, previous), byServer(after, previous));
      }),
      { numRuns: 1000 },
    );
  });
});

/** The messages of validation in code, without what it adds to them. */
function inCode(dm: DatabaseManager, previous?: DatabaseManager): readonly string[] {
  const faults = validateDatabaseManager(dm, previous);
  const nameFault = faults.find(({ field }) => field === 'metadata.name');
  if (nameFault !== undefined) return ['name'];
  return faults
    .filter(({ field }) => !codeOnly.has(field))
    .map(({ message }) => message.replace(/ \(it was ".*"\)$/, ''))
    .toSorted();
}

/** The messages of the rules that a server evaluates on the defaulted object. */
function byServer(dm: DatabaseManager, previous?: DatabaseManager): readonly string[] {
  const self = withDefaults(dm);
  const oldSelf = previous === undefined ? undefined : withDefaults(previous);
  const messages = broken(databaseManagerSchema, self, oldSelf).toSorted();
  return messages.some((message) => /metadata\.name (becomes|which|,)|named by metadata\.name/.test(message))
    ? ['name']
    : messages;
}

function broken(node: SchemaNode, self: unknown, oldSelf: unknown): readonly string[] {
  const own = (node['x-kubernetes-validations'] ?? []).filter(({ rule }) => {
    const isTransition = rule.includes('oldSelf');
    if (isTransition && oldSelf === undefined) return false;
    return evaluate(rule, { self: celValue(self), oldSelf: celValue(oldSelf) }) !== true;
  });
  const below = Object.entries(node.properties ?? {}).flatMap(([key, child]) => {
    if (!isRecord(self) || self[key] === undefined) return [];
    return broken(child, self[key], isRecord(oldSelf) ? oldSelf[key] : undefined);
  });
  return [...own.map(({ message }) => message), ...below];
}

/** CEL's integers are BigInt in this library. */
function celValue(value: unknown): unknown {
  if (typeof value === 'number') return BigInt(value);
  if (Array.isArray(value)) return value.map(celValue);
  if (!isRecord(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([key, entry]) => [key, celValue(entry)]));
}
