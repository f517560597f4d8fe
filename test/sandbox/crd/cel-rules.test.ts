import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { compileRules } from '../../../src/sandbox/crd/cel-rules.ts';

const integer = { type: 'integer' };
const text = { type: 'string' };

/** The errors of one rule at the root of an object with these properties. */
async function errors(rule: object, properties: object, [value, previous]: readonly [unknown, unknown?]) {
  const check = await compileRules({ type: 'object', properties, 'x-kubernetes-validations': [rule] });
  return check?.(value, previous).map(({ error }) => `${error.field}: ${error.message}`);
}

describe('a validation rule', () => {
  for (const [rule, holds, fails] of [
    ['self.a <= self.b', { a: 1, b: 2 }, { a: 3, b: 2 }],
    ['!has(self.a) || self.a > 1', {}, { a: 1 }],
    ['size(self.s) < 3', { s: 'ab' }, { s: 'abc' }],
    ["self.s.matches('^[a-z]+$')", { s: 'abc' }, { s: 'A' }],
    ["self.s.startsWith('x')", { s: 'xy' }, { s: 'y' }],
    ['self.l.all(i, i.n > 0)', { l: [{ n: 1 }] }, { l: [{ n: 1 }, { n: 0 }] }],
    ['self.l.exists(i, i.n == 2)', { l: [{ n: 2 }] }, { l: [] }],
    ["self.s in ['a', 'b']", { s: 'a' }, { s: 'c' }],
  ] as const) {
    test(`${rule} holds for ${JSON.stringify(holds)}, not for ${JSON.stringify(fails)}`, async () => {
      const properties = {
        a: integer,
        b: integer,
        s: text,
        l: { type: 'array', items: { type: 'object', properties: { n: integer } } },
      };
      assert.deepEqual(await errors({ rule, message: 'no' }, properties, [holds]), []);
      assert.equal((await errors({ rule, message: 'no' }, properties, [fails]))?.length, 1);
    });
  }

  test('on a change is asked only where there was a value before', async () => {
    const rule = { rule: 'self == oldSelf', message: 'fixed' };
    const check = await compileRules({
      type: 'object',
      properties: { a: { ...text, 'x-kubernetes-validations': [rule] } },
    });
    assert.deepEqual(check?.({ a: 'x' }, undefined), []);
    assert.deepEqual(check?.({ a: 'x' }, {}), []);
    assert.deepEqual(check?.({ a: 'x' }, { a: 'x' }), []);
    const [found] = check?.({ a: 'y' }, { a: 'x' }) ?? [];
    assert.deepEqual(found?.error, {
      reason: 'FieldValueInvalid',
      field: 'a',
      message: 'Invalid value: "y": fixed',
    });
  });

  test('with optionalOldSelf is asked at creation too', async () => {
    const rule = {
      rule: 'oldSelf.hasValue() || self.a == 1',
      optionalOldSelf: true,
      message: 'starts with 1',
    };
    assert.deepEqual(await errors(rule, { a: integer }, [{ a: 2 }]), ['<nil>: Invalid value: starts with 1']);
    assert.deepEqual(await errors(rule, { a: integer }, [{ a: 2 }, { a: 1 }]), []);
  });

  test('words its error by reason, fieldPath and messageExpression', async () => {
    const rule = {
      rule: 'false',
      reason: 'FieldValueForbidden',
      fieldPath: '.a',
      messageExpression: "'a is ' + string(self.a)",
      message: 'plain',
    };
    assert.deepEqual(await errors(rule, { a: integer }, [{ a: 7 }]), ['a: Forbidden: a is 7']);
  });

  test('without a message is quoted itself', async () => {
    assert.deepEqual(await errors({ rule: ' self.a > 1 ' }, { a: integer }, [{ a: 1 }]), [
      '<nil>: Invalid value: failed rule: self.a > 1',
    ]);
  });

  test('that cannot be evaluated counts as broken', async () => {
    const [found] = (await errors({ rule: 'self.a > 1', message: 'no' }, { a: integer }, [{}])) ?? [];
    assert.match(found ?? '', /rule evaluation failed/);
  });
});
