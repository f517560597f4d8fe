/** @module Creating, reading, replacing and deleting one object. */
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { aConfigMap, ground, ok, refused } from './ground.ts';

describe('create', () => {
  test('answers 201 with the object and the metadata that the server gives', async (t) => {
    const { api, configMaps, namespace } = await ground(t);
    const made = ok(await api.post(configMaps, aConfigMap('a')), 201);
    assert.equal(made.at('kind'), 'ConfigMap');
    assert.equal(made.at('apiVersion'), 'v1');
    assert.equal(made.at('metadata.namespace'), namespace);
    assert.match(
      String(made.at('metadata.uid')),
      /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[0-9a-f]{4}-[0-9a-f]{12}$/,
    );
    assert.match(String(made.at('metadata.resourceVersion')), /^[1-9]\d*$/);
    assert.match(String(made.at('metadata.creationTimestamp')), /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/);
    assert.equal(made.at('metadata.generation'), undefined);
    assert.deepEqual(made.at('data'), { key: 'value' });
  });

  test('takes kind and apiVersion from the path when the body has none', async (t) => {
    const { api, configMaps } = await ground(t);
    const made = ok(await api.post(configMaps, { metadata: { name: 'a' } }), 201);
    assert.equal(made.at('kind'), 'ConfigMap');
  });

  test('ignores uid, creationTimestamp, generation and deletionTimestamp of the body', async (t) => {
    const { api, configMaps } = await ground(t);
    const metadata = {
      uid: 'mine',
      creationTimestamp: '2001-01-01T00:00:00Z',
      deletionTimestamp: '2001-01-01T00:00:00Z',
    };
    const made = ok(await api.post(configMaps, aConfigMap('a', { metadata })), 201);
    assert.notEqual(made.at('metadata.uid'), 'mine');
    assert.doesNotMatch(String(made.at('metadata.creationTimestamp')), /^2001/);
    assert.equal(made.at('metadata.deletionTimestamp'), undefined);
  });

  test('of a name that exists is refused as AlreadyExists', async (t) => {
    const { api, configMaps, configMap } = await ground(t);
    await configMap('a');
    refused(await api.post(configMaps, aConfigMap('a')), {
      code: 409,
      reason: 'AlreadyExists',
      message: 'configmaps "a" already exists',
      name: 'a',
      kind: 'configmaps',
    });
  });

  test('with a resourceVersion is refused', async (t) => {
    const { api, configMaps } = await ground(t);
    const answer = await api.post(configMaps, aConfigMap('a', { metadata: { resourceVersion: '7' } }));
    assert.ok([400, 500].includes(answer.status), JSON.stringify(answer.body));
    assert.equal(answer.at('message'), 'resourceVersion should not be set on objects to be created');
  });

  test('with another namespace than the path is refused', async (t) => {
    const { api, configMaps } = await ground(t);
    const answer = await api.post(configMaps, aConfigMap('a', { metadata: { namespace: 'default' } }));
    refused(answer, {
      code: 400,
      reason: 'BadRequest',
      message: /^the namespace of the provided object does not match the namespace sent on the request$/,
    });
  });

  test('of another kind than the path is refused', async (t) => {
    const { api, configMaps } = await ground(t);
    const answer = await api.post(configMaps, { apiVersion: 'v1', kind: 'Secret', metadata: { name: 'a' } });
    refused(answer, {
      code: 400,
      reason: 'BadRequest',
      message: /Secret in version "v1" cannot be handled as a ConfigMap/,
    });
  });

  test('in a namespace that is not there is refused', async (t) => {
    const { api } = await ground(t);
    refused(await api.post('/api/v1/namespaces/no-such-namespace/configmaps', aConfigMap('a')), {
      code: 404,
      reason: 'NotFound',
      message: 'namespaces "no-such-namespace" not found',
      name: 'no-such-namespace',
      kind: 'namespaces',
    });
  });

  test('of text that is not JSON is refused', async (t) => {
    const { api, configMaps } = await ground(t);
    refused(await api.post(configMaps, '{"metadata":'), { code: 400, reason: 'BadRequest' });
  });

  test('of a number where text belongs is refused', async (t) => {
    const { api, configMaps } = await ground(t);
    refused(await api.post(configMaps, aConfigMap('a', { data: { key: 1 } })), {
      code: 400,
      reason: 'BadRequest',
    });
  });

  test('with an unknown content type is refused as 415', async (t) => {
    const { api, configMaps } = await ground(t);
    const answer = await api.send({
      method: 'POST',
      path: configMaps,
      headers: { 'content-type': 'text/plain', accept: 'application/json' },
      body: JSON.stringify(aConfigMap('a')),
    });
    refused(answer, { code: 415, reason: 'UnsupportedMediaType' });
  });

  test('takes YAML', async (t) => {
    const { api, configMaps } = await ground(t);
    const answer = await api.send({
      method: 'POST',
      path: configMaps,
      headers: { 'content-type': 'application/yaml', accept: 'application/json' },
      body: 'metadata:\n  name: a\ndata: {key: "yes"}\n',
    });
    assert.equal(ok(answer, 201).at('data.key'), 'yes');
  });
});

describe('get', () => {
  test('gives what was created', async (t) => {
    const { api, configMaps, configMap } = await ground(t);
    const made = await configMap('a');
    assert.deepEqual(ok(await api.get(`${configMaps}/a`)).body, made.body);
  });

  test('of nothing is NotFound, naming the resource', async (t) => {
    const { api, configMaps, path } = await ground(t);
    refused(await api.get(`${configMaps}/nothing`), {
      code: 404,
      reason: 'NotFound',
      message: 'configmaps "nothing" not found',
      name: 'nothing',
      kind: 'configmaps',
    });
    refused(await api.get(path('apps/v1', 'deployments', 'nothing')), {
      code: 404,
      reason: 'NotFound',
      message: 'deployments.apps "nothing" not found',
      name: 'nothing',
      kind: 'deployments',
      group: 'apps',
    });
  });

  test('of a resource that is not served is 404 without JSON details of an object', async (t) => {
    const { api } = await ground(t);
    for (const path of ['/api/v1/namespaces/default/nonsenses', '/apis/nonsense.example.test/v1/things'])
      assert.equal((await api.get(path)).status, 404, path);
  });

  test('of an unacceptable format is 406', async (t) => {
    const { api, configMaps } = await ground(t);
    const answer = await api.send({ method: 'GET', path: configMaps, headers: { accept: 'text/html' } });
    assert.equal(answer.status, 406);
  });
});

describe('replace', () => {
  test('stores the new object under a new resourceVersion and keeps uid and creationTimestamp', async (t) => {
    const { api, configMaps, configMap } = await ground(t);
    const made = await configMap('a');
    const changed = ok(await api.put(`${configMaps}/a`, { ...(made.body as object), data: { other: 'x' } }));
    assert.deepEqual(changed.at('data'), { other: 'x' });
    assert.equal(changed.at('metadata.uid'), made.at('metadata.uid'));
    assert.equal(changed.at('metadata.creationTimestamp'), made.at('metadata.creationTimestamp'));
    assert.ok(Number(changed.at('metadata.resourceVersion')) > Number(made.at('metadata.resourceVersion')));
  });

  test('with the same content changes nothing, not even the resourceVersion', async (t) => {
    const { api, configMaps, configMap } = await ground(t);
    const made = await configMap('a');
    const same = ok(await api.put(`${configMaps}/a`, made.body));
    assert.equal(same.at('metadata.resourceVersion'), made.at('metadata.resourceVersion'));
  });

  test('of an older version is a Conflict', async (t) => {
    const { api, configMaps, configMap } = await ground(t);
    const made = await configMap('a');
    ok(await api.put(`${configMaps}/a`, { ...(made.body as object), data: { n: '1' } }));
    refused(await api.put(`${configMaps}/a`, { ...(made.body as object), data: { n: '2' } }), {
      code: 409,
      reason: 'Conflict',
      message:
        'Operation cannot be fulfilled on configmaps "a": the object has been modified; please apply your changes to the latest version and try again',
      name: 'a',
      kind: 'configmaps',
    });
  });

  test('without a resourceVersion overwrites a ConfigMap', async (t) => {
    const { api, configMaps, configMap } = await ground(t);
    await configMap('a');
    assert.deepEqual(ok(await api.put(`${configMaps}/a`, aConfigMap('a', { data: { n: '2' } }))).at('data'), {
      n: '2',
    });
  });

  test('with another name than the path is refused', async (t) => {
    const { api, configMaps, configMap } = await ground(t);
    await configMap('a');
    refused(await api.put(`${configMaps}/a`, aConfigMap('b')), {
      code: 400,
      reason: 'BadRequest',
      message: 'the name of the object (b) does not match the name on the URL (a)',
    });
  });

  test('with another uid is a Conflict', async (t) => {
    const { api, configMaps, configMap } = await ground(t);
    await configMap('a');
    const answer = await api.put(`${configMaps}/a`, aConfigMap('a', { metadata: { uid: 'another' } }));
    refused(answer, {
      code: 409,
      reason: 'Conflict',
      message: /Precondition failed: UID in precondition: another, UID in object meta: /,
    });
  });

  test('of a Deployment that is not there is NotFound', async (t) => {
    const { api, path } = await ground(t);
    const body = { metadata: { name: 'a' } };
    const answer = await api.put(path('apps/v1', 'deployments', 'a'), body);
    assert.ok([404, 422].includes(answer.status), JSON.stringify(answer.body));
  });
});

describe('delete', () => {
  test('answers a Success status with the uid, and the object is gone', async (t) => {
    const { api, configMaps, configMap } = await ground(t);
    const made = await configMap('a');
    const gone = ok(await api.delete(`${configMaps}/a`));
    assert.equal(gone.at('kind'), 'Status');
    assert.equal(gone.at('status'), 'Success');
    assert.deepEqual(gone.at('details'), { name: 'a', kind: 'configmaps', uid: made.at('metadata.uid') });
    assert.equal((await api.get(`${configMaps}/a`)).status, 404);
  });

  test('of nothing is NotFound', async (t) => {
    const { api, configMaps } = await ground(t);
    refused(await api.delete(`${configMaps}/a`), { code: 404, reason: 'NotFound', name: 'a' });
  });

  test('and create again makes another object of that name', async (t) => {
    const { api, configMaps, configMap } = await ground(t);
    const first = await configMap('a');
    ok(await api.delete(`${configMaps}/a`));
    assert.notEqual((await configMap('a')).at('metadata.uid'), first.at('metadata.uid'));
  });
});

describe('a path that takes no such method', () => {
  test('answers 405', async (t) => {
    const { api, configMaps } = await ground(t);
    assert.equal((await api.put(configMaps, aConfigMap('a'))).status, 405);
    assert.equal((await api.post(`${configMaps}/a`, aConfigMap('a'))).status, 405);
  });
});
