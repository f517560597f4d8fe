/** @module Whatever passes as a quantity can be compared, and the rest is refused rather than thrown about. */
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import fc from 'fast-check';
import { isQuantity } from '../../../src/api/validation/quantity-rules.ts';
import { parseQuantity } from '../../../src/kube/quantity.ts';

describe('isQuantity', () => {
  test('passes only what can be parsed, and nothing negative', () => {
    const texts = fc.oneof(
      fc.stringMatching(/^[-+]?[0-9.]{0,4}[eEkmunKMGTPi]{0,2}[-+0-9]{0,3}$/),
      fc.string(),
    );
    fc.assert(
      fc.property(texts, (text) => {
        if (isQuantity(text)) assert.ok(parseQuantity(text) >= 0n);
      }),
      { numRuns: 3000 },
    );
  });

  for (const text of [
    '1',
    '0.5',
    '.5',
    '5.',
    '+2',
    '100n',
    '1500m',
    '1k',
    '2Gi',
    '1.5Ti',
    '1e3',
    '2E-3',
    '1E',
  ]) {
    test(`passes ${text}`, () => assert.ok(isQuantity(text)));
  }

  for (const text of ['', '.', '-1', '1 Gi', '1gi', '1KiB', '1Ki2', 'Gi', '1e', '0x5', '1'.repeat(33)]) {
    test(`refuses "${text}"`, () => assert.ok(!isQuantity(text)));
  }
});
