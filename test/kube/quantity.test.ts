import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import fc from 'fast-check';
import { compareQuantities, parseQuantity, sameQuantity } from '../../src/kube/quantity.ts';

const NANO = 10n ** 9n;

describe('quantity', () => {
  for (const [a, b] of [
    ['1500m', '1.5'],
    ['1000m', '1'],
    ['0.5Gi', '512Mi'],
    ['2048Mi', '2Gi'],
    ['1e3', '1k'],
    ['1E3', '1000'],
    ['1E', '1000P'],
    ['1Ei', '1024Pi'],
    ['1e-3', '1m'],
    ['12e+2', '1200'],
    ['+5', '5'],
    ['.5', '500m'],
    ['5.', '5'],
    ['100u', '100000n'],
    ['-0', '0'],
    ['0Ki', '0'],
    ['1.5Ki', '1536'],
  ] as const) {
    test(`${a} is the same amount as ${b}`, () => assert.ok(sameQuantity(a, b)));
  }

  for (const [a, b] of [
    ['999m', '1'],
    ['1G', '1Gi'],
    ['-1', '1m'],
    ['-2Gi', '-1Gi'],
    ['1n', '2n'],
    ['9007199254740992', '9007199254740993'],
  ] as const) {
    test(`${a} is less than ${b}`, () => {
      assert.equal(compareQuantities(a, b), -1);
      assert.equal(compareQuantities(b, a), 1);
    });
  }

  for (const text of [
    '',
    ' ',
    'abc',
    '1x',
    '1KI',
    '1ki',
    '1K',
    '--1',
    '1 Gi',
    '1.2.3',
    'Gi',
    '.',
    '1e',
    '1e1.5',
    '1Gi3',
    '0x10',
  ]) {
    test(`"${text}" is no quantity`, () => assert.throws(() => parseQuantity(text), TypeError));
  }

  test('a JSON number is a quantity too', () => {
    assert.equal(parseQuantity(2), 2n * NANO);
    assert.equal(parseQuantity(0.1), NANO / 10n);
    assert.ok(sameQuantity(1e21, '1e21'));
  });

  test('what is finer than a billionth is rounded away from zero', () => {
    assert.equal(parseQuantity('0.1n'), 1n);
    assert.equal(parseQuantity('-0.1n'), -1n);
    assert.equal(parseQuantity('1.0000000001'), NANO + 1n);
    assert.equal(parseQuantity('1e-99999999'), 1n);
  });

  test('what is greater than the API can keep becomes its greatest amount', () => {
    const greatest = (2n ** 63n - 1n) * NANO;
    for (const text of ['9223372036854775807', '9223372036854775808', '1000Ei', '1e999999999']) {
      assert.equal(parseQuantity(text), greatest);
    }
    assert.equal(parseQuantity('-1e30'), -greatest);
  });

  test('a decimal and any suffix multiply exactly', () => {
    const scales = {
      n: 1n,
      u: 10n ** 3n,
      m: 10n ** 6n,
      '': NANO,
      k: NANO * 10n ** 3n,
      Ki: NANO * 2n ** 10n,
      Mi: NANO * 2n ** 20n,
    };
    fc.assert(
      fc.property(
        fc.bigInt(-(10n ** 9n), 10n ** 9n),
        fc.constantFrom(...Object.entries(scales)),
        (amount, [suffix, scale]) => {
          assert.equal(parseQuantity(`${amount}${suffix}`), amount * scale);
        },
      ),
    );
  });

  test('moving the decimal point into the exponent changes nothing', () => {
    fc.assert(
      fc.property(fc.nat(10 ** 9), fc.integer({ min: 0, max: 8 }), (digits, places) => {
        const text = String(digits).padStart(places + 1, '0');
        const pointed = `${text.slice(0, text.length - places)}.${text.slice(text.length - places)}`;
        assert.ok(sameQuantity(pointed, `${digits}e-${places}`));
      }),
    );
  });

  test('comparing is a total order', () => {
    const quantity = fc
      .tuple(fc.integer({ min: -5000, max: 5000 }), fc.constantFrom('m', '', 'k', 'Ki', 'e2', 'E-1'))
      .map(([amount, suffix]) => `${amount}${suffix}`);
    fc.assert(
      fc.property(quantity, quantity, quantity, (a, b, c) => {
        assert.equal(compareQuantities(a, b) + compareQuantities(b, a), 0);
        if (compareQuantities(a, b) <= 0 && compareQuantities(b, c) <= 0)
          assert.ok(compareQuantities(a, c) <= 0);
      }),
    );
  });
});
