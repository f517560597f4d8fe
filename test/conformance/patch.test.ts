/** @module JSON patch, merge patch, strategic merge patch, and the content types that are refused. */
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { ground, ok, refused, widgetGround } from './ground.ts';

describe('a merge patch', () => {
  test('merges maps and removes what is null', async (t) => {
    const { api, configMaps, configMap } = await ground(t);
    await configMap('a', { data: { keep: '1', drop: '2' } });
    const patched = ok(await api.patch(`${configMaps}/a`, 'merge', { data: { drop: null, add: '3' } }));
    assert.deepEqual(patched.at('data'), { keep: '1', add: '3' });
  });

  test('that changes nothing keeps the resourceVersion', async (t) => {
    const { api, configMaps, configMap } = await ground(t);
    const made = await configMap('a');
    const patched = ok(await api.patch(`${configMaps}/a`, 'merge', { data: { key: 'value' } }));
    assert.equal(patched.at('metadata.resourceVersion'), made.at('metadata.resourceVersion'));
  });

  test('with an older resourceVersion is a Conflict', async (t) => {
    const { api, configMaps, configMap } = await ground(t);
    const made = await configMap('a');
    ok(await api.patch(`${configMaps}/a`, 'merge', { data: { n: '1' } }));
    const metadata = { resourceVersion: made.at('metadata.resourceVersion') };
    refused(await api.patch(`${configMaps}/a`, 'merge', { metadata, data: { n: '2' } }), {
      code: 409,
      reason: 'Conflict',
      name: 'a',
    });
  });

  test('of nothing is NotFound', async (t) => {
    const { api, configMaps } = await ground(t);
    refused(await api.patch(`${configMaps}/a`, 'merge', { data: {} }), {
      code: 404,
      reason: 'NotFound',
      name: 'a',
    });
  });

  test('cannot change the name', async (t) => {
    const { api, configMaps, configMap } = await ground(t);
    await configMap('a');
    const answer = await api.patch(`${configMaps}/a`, 'merge', { metadata: { name: 'b' } });
    refused(answer, {
      code: 400,
      reason: 'BadRequest',
      message: /the name of the object \(b\) does not match the name on the URL \(a\)/,
    });
  });

  test('cannot change the uid', async (t) => {
    const { api, configMaps, configMap } = await ground(t);
    await configMap('a');
    const answer = await api.patch(`${configMaps}/a`, 'merge', { metadata: { uid: 'another' } });
    refused(answer, {
      code: 422,
      reason: 'Invalid',
      fields: ['metadata.uid'],
      causes: ['FieldValueInvalid'],
    });
  });

  test('that makes the object invalid is refused with the field', async (t) => {
    const { api, configMaps, configMap } = await ground(t);
    await configMap('a');
    const answer = await api.patch(`${configMaps}/a`, 'merge', { data: { 'not a key': 'x' } });
    refused(answer, {
      code: 422,
      reason: 'Invalid',
      fields: ['data[not a key]'],
      causes: ['FieldValueInvalid'],
    });
  });

  test('of text that is not JSON is refused', async (t) => {
    const { api, configMaps, configMap } = await ground(t);
    await configMap('a');
    const answer = await api.patch(`${configMaps}/a`, 'merge', '{');
    assert.ok([400, 500].includes(answer.status), JSON.stringify(answer.body));
    assert.equal(answer.at('kind'), 'Status');
  });
});

describe('a JSON patch', () => {
  test('adds, replaces and removes', async (t) => {
    const { api, configMaps, configMap } = await ground(t);
    await configMap('a', { data: { one: '1', two: '2' } });
    const operations = [
      { op: 'test', path: '/data/one', value: '1' },
      { op: 'replace', path: '/data/one', value: 'I' },
      { op: 'remove', path: '/data/two' },
      { op: 'add', path: '/metadata/labels', value: { 'example.test/a': 'b' } },
      { op: 'add', path: '/metadata/labels/example.test~1c', value: 'd' },
    ];
    const patched = ok(await api.patch(`${configMaps}/a`, 'json', operations));
    assert.deepEqual(patched.at('data'), { one: 'I' });
    assert.deepEqual(patched.at('metadata.labels'), { 'example.test/a': 'b', 'example.test/c': 'd' });
  });

  test('whose test fails changes nothing and is Invalid', async (t) => {
    const { api, configMaps, configMap } = await ground(t);
    const made = await configMap('a');
    const operations = [
      { op: 'replace', path: '/data/key', value: 'x' },
      { op: 'test', path: '/data/key', value: 'y' },
    ];
    refused(await api.patch(`${configMaps}/a`, 'json', operations), { code: 422, reason: 'Invalid' });
    assert.deepEqual(ok(await api.get(`${configMaps}/a`)).body, made.body);
  });

  test('that removes what is not there is Invalid', async (t) => {
    const { api, configMaps, configMap } = await ground(t);
    await configMap('a');
    const answer = await api.patch(`${configMaps}/a`, 'json', [{ op: 'remove', path: '/data/none' }]);
    refused(answer, { code: 422, reason: 'Invalid' });
  });

  test('that is an object, not an array, is refused', async (t) => {
    const { api, configMaps, configMap } = await ground(t);
    await configMap('a');
    refused(await api.patch(`${configMaps}/a`, 'json', { data: {} }), { code: 400, reason: 'BadRequest' });
  });
});

describe('a strategic merge patch', () => {
  test('merges the containers of a Deployment by name', async (t) => {
    const { api, path } = await ground(t);
    const container = { name: 'c', image: 'mysql:8.4', env: [{ name: 'A', value: '1' }] };
    const template = { metadata: { labels: { a: 'b' } }, spec: { containers: [container] } };
    const body = {
      metadata: { name: 'd' },
      spec: { replicas: 0, selector: { matchLabels: { a: 'b' } }, template },
    };
    ok(await api.post(path('apps/v1', 'deployments'), body), 201);
    const change = {
      spec: { template: { spec: { containers: [{ name: 'c', env: [{ name: 'B', value: '2' }] }] } } },
    };
    const patched = ok(await api.patch(path('apps/v1', 'deployments', 'd'), 'strategic', change));
    const containers = patched.at('spec.template.spec.containers') as {
      image: string;
      env: { name: string }[];
    }[];
    assert.equal(containers.length, 1);
    assert.equal(containers[0]?.image, 'mysql:8.4');
    assert.deepEqual(containers[0]?.env.map(({ name }) => name).sort(), ['A', 'B']);
  });

  test('of a custom resource is refused as 415, naming what is taken', async (t) => {
    const { api, widgets, widget } = await widgetGround(t);
    ok(await api.post(widgets, widget('a', {})), 201);
    refused(await api.patch(`${widgets}/a`, 'strategic', { spec: { size: 2 } }), {
      code: 415,
      reason: 'UnsupportedMediaType',
      message:
        /^the body of the request was in an unknown format - accepted media types include: application\/json-patch\+json, application\/merge-patch\+json, application\/apply-patch\+yaml/,
    });
  });
});

describe('the content type of a patch', () => {
  for (const type of ['application/json', 'text/plain'])
    test(`${type} is refused as 415`, async (t) => {
      const { api, configMaps, configMap } = await ground(t);
      await configMap('a');
      refused(await api.patch(`${configMaps}/a`, type, { data: { n: '1' } }), {
        code: 415,
        reason: 'UnsupportedMediaType',
      });
    });

  test('may have parameters', async (t) => {
    const { api, configMaps, configMap } = await ground(t);
    await configMap('a');
    const type = 'application/merge-patch+json; charset=utf-8';
    assert.equal(ok(await api.patch(`${configMaps}/a`, type, { data: { n: '1' } })).at('data.n'), '1');
  });
});

test('a patch is recorded as an Update of its field manager', async (t) => {
  const { api, configMaps, configMap } = await ground(t);
  await configMap('a');
  const patched = ok(await api.patch(`${configMaps}/a?fieldManager=somebody`, 'merge', { data: { n: '1' } }));
  const entries = patched.at('metadata.managedFields') as {
    manager: string;
    operation: string;
    fieldsV1: object;
  }[];
  const entry = entries.find(({ manager }) => manager === 'somebody');
  assert.equal(entry?.operation, 'Update');
  assert.deepEqual(entry?.fieldsV1, { 'f:data': { 'f:n': {} } });
});
