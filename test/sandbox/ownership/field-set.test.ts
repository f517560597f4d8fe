import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import fc from 'fast-check';
import {
  difference,
  type FieldSet,
  formatPath,
  fromFieldsV1,
  intersection,
  isEmpty,
  LEAF,
  members,
  setOf,
  toFieldsV1,
  union,
} from '../../../src/sandbox/ownership/field-set.ts';

const element = fc.constantFrom('f:a', 'f:b', 'k:{"name":"x"}', 'v:"s"');
const set: fc.Arbitrary<FieldSet> = fc.letrec<{ set: FieldSet }>((tie) => ({
  set: fc.oneof(
    { maxDepth: 3 },
    fc.constant(LEAF),
    fc
      .tuple(fc.boolean(), fc.array(fc.tuple(element, tie('set')), { minLength: 1, maxLength: 3 }))
      .map(([member, children]) => setOf(member, children)),
  ),
})).set;
const paths = (fields: FieldSet) =>
  members(fields)
    .map((path) => JSON.stringify(path))
    .sort();

describe('sets of fields', () => {
  test('survive being written as FieldsV1', () => {
    fc.assert(fc.property(set, (a) => assert.deepEqual(paths(fromFieldsV1(toFieldsV1(a))), paths(a))));
  });

  test('are what their members are: union, intersection, difference', () => {
    fc.assert(
      fc.property(set, set, (a, b) => {
        const [left, right] = [new Set(paths(a)), new Set(paths(b))];
        assert.deepEqual(paths(union(a, b)), [...left.union(right)].sort());
        assert.deepEqual(paths(intersection(a, b)), [...left.intersection(right)].sort());
        assert.deepEqual(paths(difference(a, b)), [...left.difference(right)].sort());
        assert.ok(isEmpty(difference(a, a)));
      }),
    );
  });

  test('name fields as conflicts do', () => {
    const path = ['f:spec', 'f:containers', 'k:{"containerPort":80,"protocol":"TCP"}', 'f:name'];
    assert.equal(formatPath(path), '.spec.containers[containerPort=80,protocol="TCP"].name');
    assert.equal(formatPath(['f:metadata', 'f:finalizers', 'v:"a/b"']), '.metadata.finalizers[="a/b"]');
  });
});
