import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { formatMicroTime, formatTime } from '../../src/kube/micro-time.ts';

describe('times', () => {
  test('a MicroTime has six digits', () => {
    assert.equal(formatMicroTime(Date.UTC(2026, 0, 2, 3, 4, 5, 678)), '2026-01-02T03:04:05.678000Z');
    assert.equal(formatMicroTime(0), '1970-01-01T00:00:00.000000Z');
  });

  test('a Time has whole seconds, cut off', () => {
    assert.equal(formatTime(Date.UTC(2026, 0, 2, 3, 4, 5, 999)), '2026-01-02T03:04:05Z');
  });

  test('both read back as the moment they stand for', () => {
    assert.equal(Date.parse(formatMicroTime(1_767_225_845_123)), 1_767_225_845_123);
    assert.equal(Date.parse(formatTime(1_767_225_845_123)), 1_767_225_845_000);
  });
});
