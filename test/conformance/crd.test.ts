/** @module CustomResourceDefinitions: their life, and the objects they let in. */
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { Answer } from '../support/api.ts';
import { aWidgetCrd, crds, eventually, ground, installCrd, ok, refused, widgetGround } from './ground.ts';

describe('a CRD', () => {
  test('becomes Established with its names accepted, and its objects are served', async (t) => {
    const server = await ground(t);
    const { api } = server;
    const crd = aWidgetCrd();
    await installCrd(server, crd);
    const found = await eventually(
      () => api.get(`${crds}/${crd.name}`),
      (answer) => condition(answer, 'Established') === 'True',
    );
    assert.equal(condition(found, 'NamesAccepted'), 'True');
    assert.deepEqual(found.at('status.storedVersions'), ['v1']);
    assert.equal(found.at('status.acceptedNames.kind'), 'Widget');
    assert.equal(found.at('metadata.generation'), 1);
    assert.equal(found.at('spec.conversion.strategy'), 'None');
    const list = ok(await api.get(`/apis/${crd.apiVersion}/widgets`));
    assert.equal(list.at('kind'), 'WidgetList');
    assert.deepEqual(list.at('items'), []);
  });

  test('is in discovery with its short name, categories and subresources', async (t) => {
    const { api, crd } = await widgetGround(t);
    const found = await eventually(
      () => api.get(`/apis/${crd.apiVersion}`),
      ({ status }) => status === 200,
    );
    assert.equal(found.at('kind'), 'APIResourceList');
    const resources = found.at('resources') as Readonly<Record<string, unknown>>[];
    const byName = (name: string) => resources.find((resource) => resource.name === name);
    const main = byName('widgets');
    assert.equal(main?.kind, 'Widget');
    assert.equal(main?.singularName, 'widget');
    assert.equal(main?.namespaced, true);
    assert.deepEqual(main?.shortNames, ['wd']);
    assert.deepEqual(main?.categories, ['all']);
    const verbs = ['create', 'delete', 'deletecollection', 'get', 'list', 'patch', 'update', 'watch'];
    assert.deepEqual([...((main?.verbs ?? []) as string[])].sort(), verbs);
    assert.deepEqual(byName('widgets/status')?.verbs, ['get', 'patch', 'update']);
    const scale = byName('widgets/scale');
    assert.deepEqual([scale?.group, scale?.version, scale?.kind], ['autoscaling', 'v1', 'Scale']);
    const group = ok(await api.get(`/apis/${crd.group}`));
    assert.equal(group.at('kind'), 'APIGroup');
    assert.equal(group.at('preferredVersion.groupVersion'), crd.apiVersion);
  });

  test('whose name is not plural.group is refused', async (t) => {
    const { api } = await ground(t);
    const crd = aWidgetCrd();
    const answer = await api.post(crds, { ...crd.object, metadata: { name: `gadgets.${crd.group}` } });
    refused(answer, {
      code: 422,
      reason: 'Invalid',
      fields: ['metadata.name'],
      kind: 'CustomResourceDefinition',
    });
  });

  test('without a structural schema is refused', async (t) => {
    const { api } = await ground(t);
    const untyped = { openAPIV3Schema: { properties: { spec: { type: 'object' } } } };
    const answer = await api.post(crds, aWidgetCrd({ schema: untyped }).object);
    refused(answer, { code: 422, reason: 'Invalid', fields: ['spec.validation.openAPIV3Schema.type'] });
  });

  test('with a default that its own schema refuses is refused', async (t) => {
    const { api } = await ground(t);
    const size = { type: 'integer', maximum: 5, default: 9 };
    const schema = { type: 'object', properties: { spec: { type: 'object', properties: { size } } } };
    const answer = await api.post(crds, aWidgetCrd({ schema: { openAPIV3Schema: schema } }).object);
    refused(answer, {
      code: 422,
      reason: 'Invalid',
      fields: ['spec.validation.openAPIV3Schema.properties[spec].properties[size].default'],
    });
  });

  test('that exists is AlreadyExists; a replace needs its resourceVersion', async (t) => {
    const { api, crd } = await widgetGround(t);
    refused(await api.post(crds, crd.object), {
      code: 409,
      reason: 'AlreadyExists',
      message: `customresourcedefinitions.apiextensions.k8s.io "${crd.name}" already exists`,
    });
    refused(await api.put(`${crds}/${crd.name}`, crd.object), {
      code: 422,
      reason: 'Invalid',
      fields: ['metadata.resourceVersion'],
      message: /metadata\.resourceVersion: Invalid value: (0x0|0|""): must be specified for an update/,
    });
  });

  test('that is applied again unchanged keeps its resourceVersion and generation', async (t) => {
    const { api, crd } = await widgetGround(t);
    const url = `${crds}/${crd.name}?fieldManager=me&force=true`;
    const first = ok(await api.patch(url, 'apply', crd.object));
    const second = ok(await api.patch(url, 'apply', crd.object));
    assert.equal(second.at('metadata.resourceVersion'), first.at('metadata.resourceVersion'));
    assert.equal(second.at('metadata.generation'), 1);
  });

  test('keeps x-kubernetes-validations where the server knows them, and drops them where not', async (t) => {
    const server = await ground(t);
    const { api, supports } = server;
    const rules = [{ rule: 'self == oldSelf', message: 'is immutable' }];
    const code = { type: 'string', 'x-kubernetes-validations': rules };
    const schema = { type: 'object', properties: { spec: { type: 'object', properties: { code } } } };
    const crd = aWidgetCrd({ schema: { openAPIV3Schema: schema } });
    await installCrd(server, crd);
    const stored = ok(await api.get(`${crds}/${crd.name}`));
    const at = 'spec.versions.0.schema.openAPIV3Schema.properties.spec.properties.code';
    assert.equal(
      stored.at(`${at}.x-kubernetes-validations.0.rule`),
      supports.cel ? 'self == oldSelf' : undefined,
    );
    assert.equal(stored.at(`${at}.type`), 'string');
  });

  test('deleted takes its objects with it and is served no more', async (t) => {
    const server = await widgetGround(t);
    const { api, crd, widgets, widget } = server;
    ok(await api.post(widgets, widget('a', {})), 201);
    ok(await api.delete(`${crds}/${crd.name}`));
    await eventually(
      () => api.get(`${crds}/${crd.name}`),
      ({ status }) => status === 404,
    );
    await eventually(
      () => api.get(widgets),
      ({ status }) => status === 404,
    );
    await installCrd(server, crd);
    assert.deepEqual(ok(await api.get(widgets)).at('items'), []);
  });
});

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

describe('a table', () => {
  const accept = 'application/json;as=Table;v=v1;g=meta.k8s.io,application/json';

  test('of custom objects has the columns of the CRD, wide ones with priority 1', async (t) => {
    const { api, widgets, widget } = await widgetGround(t);
    ok(await api.post(widgets, widget('a', { size: 3, colour: 'red' })), 201);
    ok(await api.post(widgets, widget('b', {})), 201);
    const table = ok(await api.get(widgets, { accept }));
    assert.equal(table.at('kind'), 'Table');
    assert.equal(table.at('apiVersion'), 'meta.k8s.io/v1');
    const columns = table.at('columnDefinitions') as Readonly<Record<string, unknown>>[];
    assert.deepEqual(
      columns.map(({ name, type, priority }) => [name, type, priority]),
      [
        ['Name', 'string', 0],
        ['Size', 'integer', 0],
        ['Colour', 'string', 1],
      ],
    );
    assert.deepEqual(table.at('rows.0.cells'), ['a', 3, 'red']);
    assert.deepEqual(table.at('rows.1.cells'), ['b', 1, null]);
    assert.equal(table.at('rows.0.object.kind'), 'PartialObjectMetadata');
    assert.equal(table.at('rows.0.object.metadata.name'), 'a');
  });

  test('of a CRD without columns has name and age', async (t) => {
    const { api, widgets, widget } = await widgetGround(t, { additionalPrinterColumns: [] });
    ok(await api.post(widgets, widget('a', {})), 201);
    const table = ok(await api.get(`${widgets}/a`, { accept }));
    const columns = table.at('columnDefinitions') as Readonly<Record<string, unknown>>[];
    assert.deepEqual(
      columns.map(({ name }) => name),
      ['Name', 'Age'],
    );
    assert.match(String(table.at('rows.0.cells.1')), /^\d+s$/);
  });

  test('can be of full objects', async (t) => {
    const { api, widgets, widget } = await widgetGround(t);
    ok(await api.post(widgets, widget('a', { size: 3 })), 201);
    const table = ok(await api.get(`${widgets}?includeObject=Object`, { accept }));
    assert.equal(table.at('rows.0.object.spec.size'), 3);
  });
});

test('PartialObjectMetadata leaves spec out', async (t) => {
  const { api, widgets, widget } = await widgetGround(t);
  ok(await api.post(widgets, widget('a', { size: 3 })), 201);
  const accept = 'application/json;as=PartialObjectMetadataList;v=v1;g=meta.k8s.io,application/json';
  const list = ok(await api.get(widgets, { accept }));
  assert.equal(list.at('kind'), 'PartialObjectMetadataList');
  assert.equal(list.at('items.0.metadata.name'), 'a');
  assert.equal(list.at('items.0.spec'), undefined);
});

function condition(crd: Answer, type: string): unknown {
  const list = crd.at('status.conditions');
  return Array.isArray(list)
    ? list.find((one: Record<string, unknown>) => one.type === type)?.status
    : undefined;
}
