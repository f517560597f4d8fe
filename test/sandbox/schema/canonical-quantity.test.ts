import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import fc from 'fast-check';
import { sameQuantity } from '../../../src/kube/quantity.ts';
import { canonicalQuantity } from '../../../src/sandbox/schema/canonical-quantity.ts';

describe('a quantity is stored', () => {
  for (const [sent, stored] of [
    ['1000m', '1'],
    ['1', '1'],
    ['0.5', '500m'],
    ['1024Mi', '1Gi'],
    ['1.5Gi', '1536Mi'],
    ['2048Mi', '2Gi'],
    ['100', '100'],
    ['1000', '1k'],
    ['1e3', '1e3'],
    ['4000000000', '4G'],
    ['0', '0'],
    ['0Gi', '0'],
    ['-1', '-1'],
    ['.5', '500m'],
    ['128974848', '128974848'],
  ] as const) {
    test(`${sent} as ${stored}`, () => assert.equal(canonicalQuantity(sent), stored));
  }

  for (const sent of ['', 'abc', '1GiB', '1 Gi', '--1', '1.2.3']) {
    test(`"${sent}" not at all`, () => assert.equal(canonicalQuantity(sent), undefined));
  }

  test('with its value unchanged, and once only', () => {
    const suffix = fc.constantFrom('', 'm', 'k', 'M', 'G', 'Ki', 'Mi', 'Gi');
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 1_000_000 }), suffix, (amount, unit) => {
        const stored = canonicalQuantity(`${amount}${unit}`) ?? '';
        assert.ok(sameQuantity(stored, `${amount}${unit}`), stored);
        assert.equal(canonicalQuantity(stored), stored);
      }),
    );
  });
});
