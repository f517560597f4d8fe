/** @module Discovery, version and health, as kubectl and other clients ask for them. */
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { ground, ok } from './ground.ts';

describe('discovery', () => {
  const wanted: readonly [string, string, { kind: string; short: readonly string[]; namespaced: boolean }][] =
    [
      ['/api/v1', 'configmaps', { kind: 'ConfigMap', short: ['cm'], namespaced: true }],
      ['/api/v1', 'services', { kind: 'Service', short: ['svc'], namespaced: true }],
      ['/api/v1', 'pods', { kind: 'Pod', short: ['po'], namespaced: true }],
      ['/api/v1', 'namespaces', { kind: 'Namespace', short: ['ns'], namespaced: false }],
      [
        '/api/v1',
        'persistentvolumeclaims',
        { kind: 'PersistentVolumeClaim', short: ['pvc'], namespaced: true },
      ],
      ['/api/v1', 'events', { kind: 'Event', short: ['ev'], namespaced: true }],
      ['/apis/apps/v1', 'deployments', { kind: 'Deployment', short: ['deploy'], namespaced: true }],
      ['/apis/apps/v1', 'replicasets', { kind: 'ReplicaSet', short: ['rs'], namespaced: true }],
      [
        '/apis/apiextensions.k8s.io/v1',
        'customresourcedefinitions',
        { kind: 'CustomResourceDefinition', short: ['crd', 'crds'], namespaced: false },
      ],
    ];
  for (const [path, name, { kind, short, namespaced }] of wanted)
    test(`of ${path} has ${name}, short ${short.join(' and ')}`, async (t) => {
      const { api } = await ground(t);
      const list = ok(await api.get(path));
      assert.equal(list.at('kind'), 'APIResourceList');
      const resources = list.at('resources') as readonly Readonly<Record<string, unknown>>[];
      const found = resources.find((resource) => resource.name === name);
      assert.equal(found?.kind, kind);
      assert.equal(found?.namespaced, namespaced);
      assert.deepEqual(found?.shortNames, short);
      assert.ok((found?.verbs as readonly string[] | undefined)?.includes('watch'));
    });

  test('names scale and status of Deployments', async (t) => {
    const { api } = await ground(t);
    const resources = ok(await api.get('/apis/apps/v1')).at('resources') as readonly {
      name: string;
      kind: string;
    }[];
    const kindOf = (name: string) => resources.find((resource) => resource.name === name)?.kind;
    assert.equal(kindOf('deployments/scale'), 'Scale');
    assert.equal(kindOf('deployments/status'), 'Deployment');
  });

  test('lists the groups', async (t) => {
    const { api } = await ground(t);
    assert.deepEqual(ok(await api.get('/api')).at('versions'), ['v1']);
    const groups = ok(await api.get('/apis')).at('groups') as readonly { name: string }[];
    const names = groups.map(({ name }) => name);
    for (const name of [
      'apps',
      'apiextensions.k8s.io',
      'coordination.k8s.io',
      'events.k8s.io',
      'authorization.k8s.io',
    ])
      assert.ok(names.includes(name), name);
  });
});

test('the version is told', async (t) => {
  const { api } = await ground(t);
  const version = ok(await api.get('/version'));
  assert.equal(version.at('major'), '1');
  assert.match(String(version.at('minor')), /^\d+\+?$/);
  assert.match(String(version.at('gitVersion')), /^v1\.\d+\.\d+/);
});

for (const path of ['/healthz', '/readyz', '/livez'])
  test(`${path} answers ok`, async (t) => {
    const { api } = await ground(t);
    assert.equal(ok(await api.get(path, { accept: '*/*' })).body, 'ok');
  });

test('an unknown path is 404', async (t) => {
  const { api } = await ground(t);
  assert.equal((await api.get('/nonsense')).status, 404);
});
