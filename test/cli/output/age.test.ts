/** @module Ages. */
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { formatAge } from '../../../src/cli/output/age.ts';

const NOW = Date.parse('2026-12-01T12:00:00Z');
const S = 1000;
const M = 60 * S;
const H = 60 * M;
const D = 24 * H;

describe('an age', () => {
  const cases: readonly (readonly [number, string])[] = [
    [0, '0s'],
    [119 * S, '119s'],
    [2 * M, '2m'],
    [9 * M + 20 * S, '9m20s'],
    [10 * M + 20 * S, '10m'],
    [3 * H + 5 * M, '3h5m'],
    [9 * H, '9h'],
    [47 * H, '47h'],
    [2 * D + 3 * H, '2d3h'],
    [8 * D + 3 * H, '8d'],
    [2 * 365 * D + 30 * D, '2y30d'],
    [9 * 365 * D, '9y'],
    [-5 * S, '0s'],
  ];
  for (const [ms, text] of cases) {
    test(`of ${ms} ms is ${text}`, () => {
      assert.equal(formatAge(new Date(NOW - ms).toISOString(), NOW), text);
    });
  }

  test('of an object without creationTimestamp is unknown', () => {
    assert.equal(formatAge(undefined, NOW), '<unknown>');
    assert.equal(formatAge(null, NOW), '<unknown>');
  });
});
