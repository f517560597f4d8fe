import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { adoptCreatedFields } from '../../src/core/managed-fields.ts';
import type { KubeObject, ManagedFieldsEntry } from '../../src/kube/object.ts';

function holding(...managedFields: readonly ManagedFieldsEntry[]): KubeObject {
  return { apiVersion: 'v1', kind: 'Service', metadata: { name: 'a', resourceVersion: '7', managedFields } };
}

const created: ManagedFieldsEntry = {
  manager: 'dbm',
  operation: 'Update',
  apiVersion: 'v1',
  fieldsType: 'FieldsV1',
  fieldsV1: { 'f:spec': { 'f:type': {} } },
};
const applied: ManagedFieldsEntry = {
  ...created,
  operation: 'Apply',
  fieldsV1: { 'f:spec': { 'f:selector': {} } },
};
const others: ManagedFieldsEntry = { manager: 'kubectl', operation: 'Update' };
const status: ManagedFieldsEntry = { ...created, subresource: 'status' };

describe('fields recorded by a create', () => {
  test('become applied ones', () => {
    assert.deepEqual(adoptCreatedFields(holding(others, created), 'dbm'), [
      { op: 'replace', path: '/metadata/managedFields', value: [others, { ...created, operation: 'Apply' }] },
    ]);
  });

  test('join those that are applied already', () => {
    const [patch] = adoptCreatedFields(holding(applied, created), 'dbm');
    const both = { 'f:spec': { 'f:selector': {}, 'f:type': {} } };
    assert.deepEqual(patch?.value, [{ ...created, operation: 'Apply', fieldsV1: both }]);
  });

  const untouched: readonly (readonly [string, readonly ManagedFieldsEntry[]])[] = [
    ['nothing of ours', [others]],
    ['applied fields only', [applied]],
    ['a subresource', [status]],
    ['no entries', []],
  ];
  for (const [what, entries] of untouched) {
    test(`${what}: nothing to do`, () =>
      assert.deepEqual(adoptCreatedFields(holding(...entries), 'dbm'), []));
  }
});
