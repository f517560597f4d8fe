/** @module Names, generated names, labels, annotations and namespaces. */
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { aConfigMap, eventually, ground, ok, refused } from './ground.ts';

describe('a name', () => {
  for (const name of ['a', '9lives', 'orders.v1', 'a-b', 'x'.repeat(253)])
    test(`such as ${short(name)} is taken for a ConfigMap`, async (t) => {
      const { configMap } = await ground(t);
      assert.equal((await configMap(name)).at('metadata.name'), name);
    });

  for (const name of ['Orders', '-a', 'a-', 'a_b', 'x'.repeat(254)])
    test(`such as ${short(name)} is refused for a ConfigMap`, async (t) => {
      const { api, configMaps } = await ground(t);
      refused(await api.post(configMaps, aConfigMap(name)), {
        code: 422,
        reason: 'Invalid',
        fields: ['metadata.name'],
        causes: ['FieldValueInvalid'],
        kind: 'ConfigMap',
      });
    });

  for (const name of ['9lives', 'orders.v1', 'x'.repeat(64)])
    test(`such as ${short(name)} is refused for a Service`, async (t) => {
      const { api, path } = await ground(t);
      const service = { metadata: { name }, spec: { ports: [{ port: 80 }] } };
      refused(await api.post(path('v1', 'services'), service), {
        code: 422,
        reason: 'Invalid',
        fields: ['metadata.name'],
      });
    });

  test('must be there', async (t) => {
    const { api, configMaps } = await ground(t);
    refused(await api.post(configMaps, { metadata: {} }), {
      code: 422,
      reason: 'Invalid',
      fields: ['metadata.name'],
      causes: ['FieldValueRequired'],
      message: /name or generateName is required/,
    });
  });
});

describe('generateName', () => {
  test('becomes a name with five characters more', async (t) => {
    const { api, configMaps } = await ground(t);
    const made = ok(await api.post(configMaps, { metadata: { generateName: 'a-' } }), 201);
    assert.match(String(made.at('metadata.name')), /^a-[a-z0-9]{5}$/);
    assert.equal(made.at('metadata.generateName'), 'a-');
  });

  test('is kept but not used beside a name', async (t) => {
    const { api, configMaps } = await ground(t);
    const made = ok(await api.post(configMaps, { metadata: { name: 'b', generateName: 'a-' } }), 201);
    assert.equal(made.at('metadata.name'), 'b');
  });

  test('is shortened so that the name fits', async (t) => {
    const { api, configMaps } = await ground(t);
    const made = ok(await api.post(configMaps, { metadata: { generateName: 'y'.repeat(80) } }), 201);
    assert.match(String(made.at('metadata.name')), /^y{58}[a-z0-9]{5}$/);
  });
});

describe('labels', () => {
  const wrong: readonly [string, Readonly<Record<string, string>>][] = [
    ['a value of 64 characters', { a: 'x'.repeat(64) }],
    ['a value with a space', { a: 'b c' }],
    ['a key with two slashes', { 'a/b/c': 'd' }],
    ['a name of 64 characters', { [`example.com/${'x'.repeat(64)}`]: 'a' }],
  ];
  for (const [what, labels] of wrong)
    test(`with ${what} are refused`, async (t) => {
      const { api, configMaps } = await ground(t);
      refused(await api.post(configMaps, aConfigMap('a', { metadata: { labels } })), {
        code: 422,
        reason: 'Invalid',
        fields: ['metadata.labels'],
      });
    });

  test('with values of 63 characters and empty ones are kept', async (t) => {
    const { configMap } = await ground(t);
    const labels = { a: 'x'.repeat(63), 'example.com/b': '' };
    assert.deepEqual((await configMap('a', { metadata: { labels } })).at('metadata.labels'), labels);
  });

  test('that are null are as if absent', async (t) => {
    const { configMap } = await ground(t);
    assert.equal((await configMap('a', { metadata: { labels: null } })).at('metadata.labels'), undefined);
  });
});

test('annotations over 256 KiB are refused', async (t) => {
  const { api, configMaps } = await ground(t);
  const answer = await api.post(
    configMaps,
    aConfigMap('a', { metadata: { annotations: { a: 'x'.repeat(262_145) } } }),
  );
  refused(answer, {
    code: 422,
    reason: 'Invalid',
    fields: ['metadata.annotations'],
    causes: ['FieldValueTooLong'],
  });
});

test('two owner references that both control are refused', async (t) => {
  const { api, configMaps } = await ground(t);
  const owner = { apiVersion: 'v1', kind: 'ConfigMap', name: 'o', controller: true };
  const ownerReferences = [
    { ...owner, uid: 'u1' },
    { ...owner, uid: 'u2' },
  ];
  refused(await api.post(configMaps, aConfigMap('a', { metadata: { ownerReferences } })), {
    code: 422,
    reason: 'Invalid',
    fields: ['metadata.ownerReferences'],
  });
});

test('an owner reference without uid is refused', async (t) => {
  const { api, configMaps } = await ground(t);
  const ownerReferences = [{ apiVersion: 'v1', kind: 'ConfigMap', name: 'o', uid: '' }];
  refused(await api.post(configMaps, aConfigMap('a', { metadata: { ownerReferences } })), {
    code: 422,
    reason: 'Invalid',
    fields: ['metadata.ownerReferences.uid'],
  });
});

describe('a namespace', () => {
  test('starts Active with the kubernetes finalizer', async (t) => {
    const { api, namespace } = await ground(t);
    const found = ok(await api.get(`/api/v1/namespaces/${namespace}`));
    assert.equal(found.at('status.phase'), 'Active');
    assert.deepEqual(found.at('spec.finalizers'), ['kubernetes']);
  });

  test('named with a dot is refused', async (t) => {
    const { api } = await ground(t);
    refused(await api.post('/api/v1/namespaces', { metadata: { name: 'a.b' } }), {
      code: 422,
      reason: 'Invalid',
      fields: ['metadata.name'],
    });
  });

  test('that is terminating takes nothing new and says why by a cause', async (t) => {
    const { api, newNamespace } = await ground(t);
    const name = await newNamespace();
    const configMaps = `/api/v1/namespaces/${name}/configmaps`;
    ok(
      await api.post(configMaps, aConfigMap('held', { metadata: { finalizers: ['example.test/hold'] } })),
      201,
    );
    const answer = ok(await api.delete(`/api/v1/namespaces/${name}`));
    assert.equal(answer.at('status.phase'), 'Terminating');
    assert.match(String(answer.at('metadata.deletionTimestamp')), /Z$/);
    refused(await api.post(configMaps, aConfigMap('late')), {
      code: 403,
      reason: 'Forbidden',
      causes: ['NamespaceTerminating'],
      message: new RegExp(
        `^configmaps "late" is forbidden: unable to create new content in namespace ${name} because it is being terminated`,
      ),
    });
    ok(await api.patch(`${configMaps}/held`, 'merge', { metadata: { finalizers: null } }));
  });

  test('that was deleted is gone with everything in it', async (t) => {
    const { api, newNamespace, hasControllers } = await ground(t);
    if (!hasControllers) return;
    const name = await newNamespace();
    ok(await api.post(`/api/v1/namespaces/${name}/configmaps`, aConfigMap('a')), 201);
    ok(await api.delete(`/api/v1/namespaces/${name}`));
    await eventually(
      () => api.get(`/api/v1/namespaces/${name}`),
      ({ status }) => status === 404,
    );
    assert.equal((await api.get(`/api/v1/namespaces/${name}/configmaps/a`)).status, 404);
  });
});

function short(name: string): string {
  return name.length > 20 ? `one of ${name.length} letters` : name;
}
