/** @module CustomResourceDefinitions: their life, discovery and checks. */
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

function condition(crd: Answer, type: string): unknown {
  const list = crd.at('status.conditions');
  return Array.isArray(list)
    ? list.find((one: Record<string, unknown>) => one.type === type)?.status
    : undefined;
}
