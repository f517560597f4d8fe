/** @module Custom objects: defaults, pruning, validation, CEL rules. */
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { ok, refused, widgetGround } from './ground.ts';

describe('a custom object', () => {
  test('gets defaults and generation 1', async (t) => {
    const { api, widgets, widget } = await widgetGround(t);
    const made = ok(await api.post(widgets, widget('a', {})), 201);
    assert.deepEqual(made.at('spec'), { size: 1 });
    assert.equal(made.at('metadata.generation'), 1);
  });

  test('gets no defaults below an object that is absent', async (t) => {
    const { api, widgets, widget } = await widgetGround(t);
    const { spec: _, ...bare } = widget('a', {});
    assert.equal(ok(await api.post(widgets, bare), 201).at('spec'), undefined);
  });

  test('loses unknown fields, but for where they are preserved', async (t) => {
    const { api, widgets, widget } = await widgetGround(t);
    const spec = { size: 2, nonsense: 1, free: { any: { thing: [1] } }, parts: [{ name: 'x', odd: true }] };
    const made = ok(await api.post(widgets, { ...widget('a', spec), extra: 1 }), 201);
    assert.deepEqual(made.at('spec'), { size: 2, free: { any: { thing: [1] } }, parts: [{ name: 'x' }] });
    assert.equal(made.at('extra'), undefined);
  });

  test('with a null for a field with a default gets the default', async (t) => {
    const { api, widgets, widget } = await widgetGround(t);
    assert.deepEqual(ok(await api.post(widgets, widget('a', { size: null })), 201).at('spec'), { size: 1 });
  });

  const wrong: readonly [string, unknown, { field: string; cause: string; message: RegExp }][] = [
    [
      'a number over the maximum',
      { size: 9 },
      {
        field: 'spec.size',
        cause: 'FieldValueInvalid',
        message: /spec\.size: Invalid value: 9: spec\.size in body should be less than or equal to 5/,
      },
    ],
    [
      'a number under the minimum',
      { size: 0 },
      {
        field: 'spec.size',
        cause: 'FieldValueInvalid',
        message: /spec\.size: Invalid value: 0: spec\.size in body should be greater than or equal to 1/,
      },
    ],
    [
      'text for a number',
      { size: '3' },
      {
        field: 'spec.size',
        cause: 'FieldValue(Invalid|TypeInvalid)',
        message: /spec\.size: Invalid value: "string": spec\.size in body must be of type integer: "string"/,
      },
    ],
    [
      'a fraction for an integer',
      { size: 1.5 },
      {
        field: 'spec.size',
        cause: 'FieldValue(Invalid|TypeInvalid)',
        message: /spec\.size in body must be of type integer: "number"/,
      },
    ],
    [
      'a value outside the enum',
      { colour: 'blue' },
      {
        field: 'spec.colour',
        cause: 'FieldValueNotSupported',
        message: /spec\.colour: Unsupported value: "blue": supported values: "red", "green"/,
      },
    ],
    [
      'text against the pattern',
      { code: 'A1' },
      {
        field: 'spec.code',
        cause: 'FieldValueInvalid',
        message: /spec\.code: Invalid value: "A1": spec\.code in body should match '\^\[a-z\]\+\$'/,
      },
    ],
    [
      'a missing required field',
      { parts: [{ count: 1 }] },
      { field: 'spec.parts(\\[0\\])?.name', cause: 'FieldValueRequired', message: /name: Required value/ },
    ],
  ];
  for (const [what, spec, { field, cause, message }] of wrong)
    test(`with ${what} is refused, naming the field`, async (t) => {
      const { api, widgets, widget } = await widgetGround(t);
      const answer = await api.post(widgets, widget('a', spec));
      refused(answer, { code: 422, reason: 'Invalid', kind: 'Widget', name: 'a', message });
      assert.match(String(answer.at('details.causes.0.field')), new RegExp(`^${field}$`));
      assert.match(String(answer.at('details.causes.0.reason')), new RegExp(`^${cause}$`));
      assert.match(String(answer.at('message')), /^Widget\.g[0-9a-f]+\.example\.test "a" is invalid: /);
    });

  test('with text over maxLength is refused', async (t) => {
    const { api, widgets, widget } = await widgetGround(t);
    const answer = await api.post(widgets, widget('a', { code: 'abcdefghi' }));
    refused(answer, { code: 422, reason: 'Invalid', fields: ['spec.code'] });
  });

  test('with several faults is refused naming each', async (t) => {
    const { api, widgets, widget } = await widgetGround(t);
    const answer = await api.post(widgets, widget('a', { size: 9, colour: 'blue' }));
    refused(answer, { code: 422, reason: 'Invalid', fields: ['spec.colour', 'spec.size'] });
  });

  test('replaced without a resourceVersion is refused', async (t) => {
    const { api, widgets, widget } = await widgetGround(t);
    ok(await api.post(widgets, widget('a', {})), 201);
    refused(await api.put(`${widgets}/a`, widget('a', { size: 2 })), {
      code: 422,
      reason: 'Invalid',
      fields: ['metadata.resourceVersion'],
      message: /metadata\.resourceVersion: Invalid value: (0x0|0|""): must be specified for an update$/,
    });
  });

  test('counts generation with spec, not with metadata', async (t) => {
    const { api, widgets, widget } = await widgetGround(t);
    ok(await api.post(widgets, widget('a', {})), 201);
    const labelled = ok(await api.patch(`${widgets}/a`, 'merge', { metadata: { labels: { a: 'b' } } }));
    assert.equal(labelled.at('metadata.generation'), 1);
    assert.equal(
      ok(await api.patch(`${widgets}/a`, 'merge', { spec: { size: 2 } })).at('metadata.generation'),
      2,
    );
  });

  test('of the wrong apiVersion is refused', async (t) => {
    const { api, widgets, widget } = await widgetGround(t);
    const answer = await api.post(widgets, { ...widget('a', {}), apiVersion: 'other.example.test/v1' });
    refused(answer, { code: 400, reason: 'BadRequest' });
  });

  test('with unknown fields under strict validation is refused where the server knows it', async (t) => {
    const { api, widgets, widget, supports } = await widgetGround(t);
    const answer = await api.post(`${widgets}?fieldValidation=Strict`, widget('a', { nonsense: 1 }));
    if (supports.fieldValidation)
      refused(answer, {
        code: 400,
        reason: 'BadRequest',
        message: /strict decoding error: unknown field "spec\.nonsense"/,
      });
    else assert.equal(ok(answer, 201).at('spec.nonsense'), undefined);
  });
});

describe('a CEL rule', () => {
  const schema = {
    type: 'object',
    properties: {
      spec: {
        type: 'object',
        properties: {
          kind: {
            type: 'string',
            'x-kubernetes-validations': [{ rule: 'self == oldSelf', message: 'kind is immutable' }],
          },
          least: { type: 'integer' },
          most: { type: 'integer' },
        },
        'x-kubernetes-validations': [
          {
            rule: '!has(self.least) || !has(self.most) || self.least <= self.most',
            message: 'least must not exceed most',
          },
        ],
      },
    },
  };

  test('over two fields is enforced at create where the server knows CEL', async (t) => {
    const { api, widgets, widget, supports } = await widgetGround(t, { schema: { openAPIV3Schema: schema } });
    const answer = await api.post(widgets, widget('a', { least: 3, most: 2 }));
    if (supports.cel)
      refused(answer, {
        code: 422,
        reason: 'Invalid',
        fields: ['spec'],
        causes: ['FieldValueInvalid'],
        message: /spec: Invalid value: ("object": )?least must not exceed most$/,
      });
    else ok(answer, 201);
  });

  test('over oldSelf refuses a change, not a create', async (t) => {
    const { api, widgets, widget, supports } = await widgetGround(t, { schema: { openAPIV3Schema: schema } });
    ok(await api.post(widgets, widget('a', { kind: 'x' })), 201);
    const answer = await api.patch(`${widgets}/a`, 'merge', { spec: { kind: 'y' } });
    if (supports.cel)
      refused(answer, { code: 422, reason: 'Invalid', fields: ['spec.kind'], message: /kind is immutable$/ });
    else assert.equal(ok(answer).at('spec.kind'), 'y');
    ok(await api.patch(`${widgets}/a`, 'merge', { spec: { least: 1 } }));
  });
});
