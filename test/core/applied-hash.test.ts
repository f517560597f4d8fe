import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { APPLIED_HASH } from '../../src/core/annotations.ts';
import { shortHash, withAppliedHash } from '../../src/core/applied-hash.ts';

const object = { apiVersion: 'v1', kind: 'ConfigMap', metadata: { name: 'a', annotations: { mine: 'yes' } } };

describe('the hash of a child', () => {
  test('does not depend on the order of keys', () => {
    assert.equal(shortHash({ a: 1, b: { c: 2, d: 3 } }), shortHash({ b: { d: 3, c: 2 }, a: 1 }));
  });

  test('depends on the order of lists and on every value', () => {
    assert.notEqual(shortHash([1, 2]), shortHash([2, 1]));
    assert.notEqual(shortHash({ a: { b: 1 } }), shortHash({ a: { b: 2 } }));
  });

  test('stands beside the other annotations', () => {
    const { metadata } = withAppliedHash(object);
    assert.deepEqual(metadata.annotations, { mine: 'yes', [APPLIED_HASH]: shortHash(object) });
  });
});
