import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import fc from 'fast-check';
import { childLabels, formatSelector, labelValue, selectorLabels } from '../../src/core/labels.ts';

describe('the selector of an instance', () => {
  test('is part of the labels of its children', () => {
    const source = { name: 'orders', dbtype: 'mysql', version: '8.4' };
    const labels = childLabels(source);
    for (const [key, value] of Object.entries(selectorLabels(source))) assert.equal(labels[key], value);
  });

  test('is no part of that of another instance, whatever the two are called', () => {
    const names = fc.stringMatching(/^[a-z0-9]([a-z0-9.-]{0,80}[a-z0-9])?$/);
    fc.assert(
      fc.property(names, names, (a, b) => {
        fc.pre(a !== b);
        const left = selectorLabels({ name: a, dbtype: 'mysql' });
        const right = selectorLabels({ name: b, dbtype: 'mysql' });
        assert.deepEqual(Object.keys(left), Object.keys(right));
        assert.notDeepEqual(left, right);
      }),
    );
  });

  test('does not follow the version, which may change', () => {
    assert.ok(
      !Object.keys(selectorLabels({ name: 'orders', dbtype: 'mysql' })).some((key) =>
        key.includes('version'),
      ),
    );
  });
});

describe('a label value', () => {
  test('is the text itself where that is allowed', () => {
    assert.equal(labelValue('orders.v1'), 'orders.v1');
    assert.equal(labelValue('a'.repeat(63)), 'a'.repeat(63));
  });

  test('is always one that Kubernetes takes', () => {
    fc.assert(
      fc.property(fc.string({ minLength: 1, maxLength: 200, unit: 'grapheme' }), (text) => {
        assert.match(labelValue(text), /^[A-Za-z0-9]([A-Za-z0-9._-]{0,61}[A-Za-z0-9])?$/);
      }),
    );
  });

  test('differs for long names that differ only at the end', () => {
    const stem = 'a'.repeat(70);
    assert.notEqual(labelValue(`${stem}1`), labelValue(`${stem}2`));
    assert.equal(labelValue(`${stem}1`), labelValue(`${stem}1`));
  });
});

test('a selector as text has its keys in order', () => {
  assert.equal(formatSelector({ b: '2', a: '1' }), 'a=1,b=2');
});
