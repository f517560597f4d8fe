/** @module Conditions keep their time until their status changes. */
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { type ConditionUpdate, findCondition, setCondition } from '../../src/api/conditions.ts';

const then = Date.parse('2026-12-01T09:30:00.123Z');
const later = Date.parse('2026-12-01T10:00:00.999Z');
const ready: ConditionUpdate = {
  type: 'Ready',
  status: 'False',
  observedGeneration: 1,
  reason: 'Starting',
  message: '0 of 1 pods are ready',
};

describe('setCondition', () => {
  test('appends a new condition with the time of now, in whole seconds', () => {
    const stalled = { ...ready, type: 'Stalled' };
    const conditions = setCondition(setCondition(undefined, ready, then), stalled, later);
    assert.deepEqual(conditions, [
      { ...ready, lastTransitionTime: '2026-12-01T09:30:00Z' },
      { ...stalled, lastTransitionTime: '2026-12-01T10:00:00Z' },
    ]);
  });

  test('moves the time when status changes', () => {
    const before = setCondition(undefined, ready, then);
    const [after] = setCondition(before, { ...ready, status: 'True' }, later);
    assert.equal(after?.lastTransitionTime, '2026-12-01T10:00:00Z');
  });

  for (const change of [{ reason: 'Other' }, { message: 'other' }, { observedGeneration: 2 }]) {
    test(`keeps the time when only ${Object.keys(change)} changes`, () => {
      const before = setCondition(undefined, ready, then);
      const [after] = setCondition(before, { ...ready, ...change }, later);
      assert.deepEqual(after, { ...ready, ...change, lastTransitionTime: '2026-12-01T09:30:00Z' });
    });
  }

  test('returns the same list when nothing changes', () => {
    const before = setCondition(undefined, ready, then);
    assert.equal(setCondition(before, ready, later), before);
  });

  test('replaces in place and leaves the conditions of others alone', () => {
    const foreign = { ...ready, type: 'example.test/Backed', lastTransitionTime: '2020-01-01T00:00:00Z' };
    const before = setCondition([foreign], ready, then);
    const after = setCondition(before, { ...ready, status: 'True' }, later);
    assert.equal(after[0], foreign);
    assert.deepEqual(
      after.map(({ type }) => type),
      ['example.test/Backed', 'Ready'],
    );
  });
});

describe('findCondition', () => {
  test('finds by type, and nothing where there are no conditions', () => {
    const conditions = setCondition(undefined, ready, then);
    assert.equal(findCondition(conditions, 'Ready'), conditions[0]);
    assert.equal(findCondition(conditions, 'Stalled'), undefined);
    assert.equal(findCondition(undefined, 'Ready'), undefined);
  });
});
