import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { Client } from '../../src/kube/client.ts';
import type { KubeObject, ObjectKey } from '../../src/kube/object.ts';
import type { Resource } from '../../src/kube/resource.ts';
import { configMaps, deployments, namespaces } from '../../src/kube/resources.ts';
import { createClient } from '../../src/kube/rest-client.ts';
import { StatusError } from '../../src/kube/status-error.ts';
import { scripted } from './rest/scripted-transport.ts';

const KEY = { namespace: 't', name: 'a' };
const OBJECT = { apiVersion: 'v1', kind: 'ConfigMap', metadata: KEY, data: { x: '1' } };
const LIST = {
  apiVersion: 'v1',
  kind: 'ConfigMapList',
  metadata: { resourceVersion: '5' },
  items: [{ metadata: { name: 'a' } }],
};
const managers: Resource<KubeObject> = {
  group: 'coolops.cn',
  version: 'v1alpha1',
  plural: 'databasemanagers',
  kind: 'DatabaseManager',
  namespaced: true,
};

describe('an answer that is no list', () => {
  const bodies: Readonly<Record<string, unknown>> = {
    'another object': { foo: 1 },
    'a list of numbers': { ...LIST, items: [1] },
    'a list with a hole': { ...LIST, items: [null] },
    'items that are none': { ...LIST, items: 'x' },
  };
  for (const [name, body] of Object.entries(bodies)) {
    test(`is told of as one: ${name}`, async () => {
      const list = createClient(scripted({ body })).list(configMaps);
      await assert.rejects(list, /answered no list of configmaps/);
    });
  }

  test('does not mean an empty one, whose items Go writes as null', async () => {
    const { items } = await createClient(scripted({ body: { ...LIST, items: null } })).list(configMaps);
    assert.deepEqual(items, []);
  });
});

describe('an object without a name', () => {
  const calls: Readonly<Record<string, (client: Client, key: ObjectKey) => Promise<unknown>>> = {
    get: (c, key) => c.get(configMaps, key),
    patch: (c, key) => c.patch(configMaps, key, { type: 'merge', body: {} }),
    delete: (c, key) => c.delete(configMaps, key),
    apply: (c, key) => c.apply(configMaps, { ...OBJECT, metadata: key }),
  };
  for (const [name, call] of Object.entries(calls)) {
    test(`is not sent to the collection: ${name}`, async () => {
      const transport = scripted({ body: LIST });
      await assert.rejects(call(createClient(transport), { namespace: 't', name: '' }), TypeError);
      assert.deepEqual(transport.sent, []);
    });
  }
});

describe('requests of the client', () => {
  const cases: readonly [string, (client: Client) => Promise<unknown>, string, string?, unknown?][] = [
    ['get', (c) => c.get(configMaps, KEY), 'GET /api/v1/namespaces/t/configmaps/a'],
    ['get of a cluster-wide kind', (c) => c.get(namespaces, { name: 'n' }), 'GET /api/v1/namespaces/n'],
    [
      'list',
      (c) =>
        c.list(deployments, {
          namespace: 't',
          labelSelector: 'a in (b,c)',
          fieldSelector: 'metadata.name=x',
          limit: 5,
          continue: 'tok',
        }),
      'GET /apis/apps/v1/namespaces/t/deployments?labelSelector=a+in+%28b%2Cc%29&fieldSelector=metadata.name%3Dx&limit=5&continue=tok',
    ],
    [
      'list of all namespaces',
      (c) => c.list(deployments, { resourceVersion: '0' }),
      'GET /apis/apps/v1/deployments?resourceVersion=0',
    ],
    [
      'delete of a collection',
      (c) =>
        c.deleteCollection(
          configMaps,
          { namespace: 't', labelSelector: 'a=b', fieldSelector: 'metadata.name!=x' },
          { propagationPolicy: 'Foreground', dryRun: true },
        ),
      'DELETE /api/v1/namespaces/t/configmaps?labelSelector=a%3Db&fieldSelector=metadata.name%21%3Dx',
      'application/json',
      { apiVersion: 'v1', kind: 'DeleteOptions', propagationPolicy: 'Foreground', dryRun: ['All'] },
    ],
    [
      'create',
      (c) => c.create(configMaps, OBJECT),
      'POST /api/v1/namespaces/t/configmaps?fieldManager=dbm',
      'application/json',
      OBJECT,
    ],
    [
      'create, dry and strict',
      (c) => c.create(configMaps, OBJECT, { dryRun: true, fieldValidation: 'Strict', fieldManager: 'me' }),
      'POST /api/v1/namespaces/t/configmaps?fieldManager=me&dryRun=All&fieldValidation=Strict',
      'application/json',
      OBJECT,
    ],
    [
      'create of a subresource',
      (c) => c.create(configMaps, OBJECT, { subresource: 'token' }),
      'POST /api/v1/namespaces/t/configmaps/a/token?fieldManager=dbm',
      'application/json',
      OBJECT,
    ],
    [
      'replace',
      (c) => c.replace(configMaps, OBJECT),
      'PUT /api/v1/namespaces/t/configmaps/a?fieldManager=dbm',
      'application/json',
      OBJECT,
    ],
    [
      'replace of status',
      (c) => c.replace(configMaps, OBJECT, { subresource: 'status' }),
      'PUT /api/v1/namespaces/t/configmaps/a/status?fieldManager=dbm',
      'application/json',
      OBJECT,
    ],
    [
      'apply',
      (c) => c.apply(configMaps, OBJECT, { force: true }),
      'PATCH /api/v1/namespaces/t/configmaps/a?fieldManager=dbm&force=true',
      'application/apply-patch+yaml',
      OBJECT,
    ],
    [
      'merge patch',
      (c) => c.patch(managers, KEY, { type: 'merge', body: { spec: { replicas: 3 } } }),
      'PATCH /apis/coolops.cn/v1alpha1/namespaces/t/databasemanagers/a?fieldManager=dbm',
      'application/merge-patch+json',
      { spec: { replicas: 3 } },
    ],
    [
      'json patch of scale',
      (c) =>
        c.patch(
          managers,
          KEY,
          { type: 'json', body: [{ op: 'test', path: '/spec/replicas', value: 1 }] },
          { subresource: 'scale' },
        ),
      'PATCH /apis/coolops.cn/v1alpha1/namespaces/t/databasemanagers/a/scale?fieldManager=dbm',
      'application/json-patch+json',
      [{ op: 'test', path: '/spec/replicas', value: 1 }],
    ],
    [
      'delete',
      (c) =>
        c.delete(configMaps, KEY, {
          preconditions: { uid: 'u' },
          propagationPolicy: 'Foreground',
          gracePeriodSeconds: 0,
          dryRun: true,
        }),
      'DELETE /api/v1/namespaces/t/configmaps/a',
      'application/json',
      {
        apiVersion: 'v1',
        kind: 'DeleteOptions',
        preconditions: { uid: 'u' },
        propagationPolicy: 'Foreground',
        gracePeriodSeconds: 0,
        dryRun: ['All'],
      },
    ],
    ['raw', (c) => c.raw('/version'), 'GET /version'],
  ];
  for (const [name, act, line, contentType, body] of cases) {
    test(name, async () => {
      const transport = scripted({ body: LIST });
      await act(createClient(transport));
      const [request] = transport.sent;
      assert.equal(`${request?.method} ${request?.path}`, line);
      assert.equal(request?.headers?.['content-type'], contentType);
      assert.deepEqual(request?.body === undefined ? undefined : JSON.parse(request.body), body);
    });
  }

  test('a namespaced object without a namespace is not sent', async () => {
    const transport = scripted({});
    const lost = { ...OBJECT, metadata: { name: 'a' } };
    await assert.rejects(createClient(transport).create(configMaps, lost), TypeError);
    assert.equal(transport.sent.length, 0);
  });

  test('items of a list get the apiVersion and kind that the server leaves out', async () => {
    const { items, metadata } = await createClient(scripted({ body: LIST })).list(configMaps);
    assert.deepEqual(items, [{ apiVersion: 'v1', kind: 'ConfigMap', metadata: { name: 'a' } }]);
    assert.equal(metadata.resourceVersion, '5');
  });

  test('warnings are handed on', async () => {
    const warnings: string[] = [];
    const warning = '299 - "first \\"quoted\\", with comma", 299 - "second", 199 - "not ours"';
    const client = createClient(scripted({ headers: { warning } }), {
      onWarning: (text) => warnings.push(text),
    });
    await client.raw('/');
    assert.deepEqual(warnings, ['first "quoted", with comma', 'second']);
  });
});

describe('answers to the client', () => {
  const status = {
    kind: 'Status',
    apiVersion: 'v1',
    status: 'Failure',
    code: 404,
    reason: 'NotFound',
    message: 'gone',
  };

  test('a Status is a StatusError with the words of the server', async () => {
    await assert.rejects(
      createClient(scripted({ status: 404, body: status })).get(configMaps, KEY),
      (error: unknown) => {
        assert.ok(error instanceof StatusError);
        assert.deepEqual([error.code, error.reason, error.message], [404, 'NotFound', 'gone']);
        return true;
      },
    );
  });

  for (const [code, method, reason] of [
    [400, 'get', 'BadRequest'],
    [401, 'get', 'Unauthorized'],
    [403, 'get', 'Forbidden'],
    [404, 'get', 'NotFound'],
    [409, 'create', 'AlreadyExists'],
    [409, 'replace', 'Conflict'],
    [415, 'replace', 'UnsupportedMediaType'],
    [422, 'replace', 'Invalid'],
    [429, 'get', 'TooManyRequests'],
    [302, 'get', 'Unknown'],
    [502, 'get', 'InternalError'],
    [503, 'get', 'ServiceUnavailable'],
    [504, 'get', 'Timeout'],
  ] as const) {
    test(`${code} to a ${method} without a Status is ${reason}`, async () => {
      const client = createClient(
        scripted({ status: code, headers: { 'content-type': 'text/plain' }, body: 'upstream says no' }),
      );
      const acts = {
        get: () => client.get(configMaps, KEY),
        create: () => client.create(configMaps, OBJECT),
        replace: () => client.replace(configMaps, OBJECT),
      };
      await assert.rejects(acts[method](), (error: unknown) => {
        assert.ok(error instanceof StatusError);
        assert.deepEqual([error.code, error.reason], [code, reason]);
        assert.match(error.message, /https:\/\/scripted answered .* configmaps t\/a.*upstream says no/);
        return true;
      });
    });
  }

  test('an HTML page is told apart, with 200 and without', async () => {
    const page = {
      headers: { 'content-type': 'text/html; charset=utf-8' },
      body: '<html>secret form</html>',
    };
    const message =
      /^reading configmaps t\/a: https:\/\/scripted answered an HTML page\. Is it a Kubernetes API server/;
    await assert.rejects(createClient(scripted(page)).get(configMaps, KEY), {
      name: 'ConnectionError',
      message,
    });
    const refused = createClient(scripted({ ...page, status: 403 })).get(configMaps, KEY);
    await assert.rejects(refused, { name: 'StatusError', code: 403, message: /an HTML page$/ });
  });

  test('text that is not JSON is no answer of an API server', async () => {
    const client = createClient(scripted({ body: '{"cut":' }));
    await assert.rejects(client.get(configMaps, KEY), { name: 'ConnectionError', message: /not JSON/ });
  });

  test('a failure inside a 200 is a failure', async () => {
    await assert.rejects(createClient(scripted({ body: status })).get(configMaps, KEY), {
      name: 'StatusError',
      code: 404,
    });
  });
});
