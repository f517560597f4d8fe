/** @module Lists: selectors, pages, resourceVersion. */
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { aConfigMap, type Ground, ground, items, names, ok, refused } from './ground.ts';

describe('a list', () => {
  test('is a ConfigMapList whose items carry no kind, ordered by name', async (t) => {
    const { api, configMaps } = await withConfigMaps(await ground(t), ['c', 'a', 'b']);
    const list = ok(await api.get(configMaps));
    assert.equal(list.at('kind'), 'ConfigMapList');
    assert.equal(list.at('apiVersion'), 'v1');
    assert.match(String(list.at('metadata.resourceVersion')), /^\d+$/);
    assert.deepEqual(own(names(list)), ['a', 'b', 'c']);
    assert.equal(list.at('items.0.kind'), undefined);
    assert.equal(list.at('items.0.apiVersion'), undefined);
  });

  test('of nothing has an empty array of items', async (t) => {
    const { api, path } = await ground(t);
    assert.deepEqual(ok(await api.get(path('coordination.k8s.io/v1', 'leases'))).at('items'), []);
    assert.deepEqual(ok(await api.get(path('apps/v1', 'deployments'))).at('items'), []);
  });

  test('of all namespaces holds those of each', async (t) => {
    const server = await ground(t);
    const other = await server.newNamespace();
    const labels = { mark: server.namespace };
    await server.configMap('a', { metadata: { labels } });
    ok(
      await server.api.post(
        `/api/v1/namespaces/${other}/configmaps`,
        aConfigMap('b', { metadata: { labels } }),
      ),
      201,
    );
    const list = ok(await server.api.get(`/api/v1/configmaps?labelSelector=mark%3D${server.namespace}`));
    assert.deepEqual([...names(list)].sort(), ['a', 'b']);
  });

  test('of a namespace that is not there is empty', async (t) => {
    const { api } = await ground(t);
    assert.deepEqual(items(ok(await api.get('/api/v1/namespaces/no-such-namespace/configmaps'))), []);
  });
});

describe('a label selector', () => {
  const selectors: readonly [string, readonly string[]][] = [
    ['tier=db', ['a', 'b']],
    ['tier==db', ['a', 'b']],
    ['tier!=db', ['c', 'd']],
    ['tier', ['a', 'b', 'c']],
    ['!tier', ['d']],
    ['tier in (db, web)', ['a', 'b', 'c']],
    ['tier notin (db)', ['c', 'd']],
    ['tier=db,size=1', ['a']],
    ['size>1', ['b']],
    ['size<2', ['a']],
    ['tier=', []],
  ];
  for (const [selector, expected] of selectors)
    test(`"${selector}" finds ${expected.join(' and ') || 'nothing'}`, async (t) => {
      const { api, configMaps, configMap } = await ground(t);
      await configMap('a', { metadata: { labels: { tier: 'db', size: '1' } } });
      await configMap('b', { metadata: { labels: { tier: 'db', size: '2' } } });
      await configMap('c', { metadata: { labels: { tier: 'web' } } });
      await configMap('d');
      const list = ok(await api.get(`${configMaps}?labelSelector=${encodeURIComponent(selector)}`));
      assert.deepEqual(own(names(list)), expected);
    });

  for (const selector of ['tier in db', 'a b', '=x', 'tier=(a)'])
    test(`"${selector}" is refused`, async (t) => {
      const { api, configMaps } = await ground(t);
      const answer = await api.get(`${configMaps}?labelSelector=${encodeURIComponent(selector)}`);
      refused(answer, { code: 400, reason: 'BadRequest' });
    });
});

describe('a field selector', () => {
  test('on metadata.name and metadata.namespace finds them', async (t) => {
    const { api, configMaps, namespace } = await withConfigMaps(await ground(t), ['a', 'b']);
    assert.deepEqual(names(ok(await api.get(`${configMaps}?fieldSelector=metadata.name%3Da`))), ['a']);
    assert.deepEqual(own(names(ok(await api.get(`${configMaps}?fieldSelector=metadata.name!%3Da`)))), ['b']);
    const everywhere = `/api/v1/configmaps?fieldSelector=metadata.namespace%3D${namespace}`;
    assert.deepEqual(own(names(ok(await api.get(everywhere)))), ['a', 'b']);
  });

  test('on any other field of a ConfigMap is refused', async (t) => {
    const { api, configMaps } = await ground(t);
    refused(await api.get(`${configMaps}?fieldSelector=data.key%3Da`), {
      code: 400,
      reason: 'BadRequest',
      message: /^"data\.key" is not a known field selector: only "metadata.name", "metadata.namespace"$/,
    });
  });

  test('on the type of a Secret and the phase of a Pod finds them', async (t) => {
    const { api, path } = await ground(t);
    ok(await api.post(path('v1', 'secrets'), { metadata: { name: 'a' }, type: 'example.test/a' }), 201);
    ok(await api.post(path('v1', 'secrets'), { metadata: { name: 'b' } }), 201);
    assert.deepEqual(
      names(ok(await api.get(`${path('v1', 'secrets')}?fieldSelector=type%3Dexample.test/a`))),
      ['a'],
    );
    const pod = {
      metadata: { name: 'p' },
      spec: { nodeSelector: { no: 'where' }, containers: [{ name: 'c', image: 'mysql:8.4' }] },
    };
    ok(await api.post(path('v1', 'pods'), pod), 201);
    assert.deepEqual(names(ok(await api.get(`${path('v1', 'pods')}?fieldSelector=status.phase%3DPending`))), [
      'p',
    ]);
    assert.deepEqual(
      names(ok(await api.get(`${path('v1', 'pods')}?fieldSelector=status.phase%3DRunning`))),
      [],
    );
  });
});

describe('a list by pages', () => {
  test('gives limit items, a continue token and how many remain, until none does', async (t) => {
    const { api, path } = await withLeases(await ground(t), 5);
    const leases = path('coordination.k8s.io/v1', 'leases');
    const first = ok(await api.get(`${leases}?limit=2&labelSelector=`));
    assert.deepEqual(names(first), ['s0', 's1']);
    assert.equal(first.at('metadata.remainingItemCount'), 3);
    const second = ok(await api.get(`${leases}?limit=2&continue=${token(first)}`));
    assert.deepEqual(names(second), ['s2', 's3']);
    assert.equal(second.at('metadata.remainingItemCount'), 1);
    assert.equal(second.at('metadata.resourceVersion'), first.at('metadata.resourceVersion'));
    const third = ok(await api.get(`${leases}?limit=2&continue=${token(second)}`));
    assert.deepEqual(names(third), ['s4']);
    assert.equal(third.at('metadata.continue'), undefined);
    assert.equal(third.at('metadata.remainingItemCount'), undefined);
  });

  test('is a snapshot: what changes meanwhile does not show', async (t) => {
    const { api, path } = await withLeases(await ground(t), 3);
    const leases = path('coordination.k8s.io/v1', 'leases');
    const first = ok(await api.get(`${leases}?limit=1`));
    ok(await api.delete(`${leases}/s1`));
    ok(await api.post(leases, { metadata: { name: 's1a' } }), 201);
    assert.deepEqual(names(ok(await api.get(`${leases}?continue=${token(first)}`))), ['s1', 's2']);
  });

  test('with selectors gives no count of what remains', async (t) => {
    const { api, path } = await withLeases(await ground(t), 3);
    const first = ok(
      await api.get(`${path('coordination.k8s.io/v1', 'leases')}?limit=1&labelSelector=all%3Dyes`),
    );
    assert.deepEqual(names(first), ['s0']);
    assert.equal(first.at('metadata.remainingItemCount'), undefined);
    assert.notEqual(first.at('metadata.continue'), undefined);
  });

  test('with a token that is no token is refused', async (t) => {
    const { api, configMaps } = await ground(t);
    refused(await api.get(`${configMaps}?limit=1&continue=nonsense`), { code: 400, reason: 'BadRequest' });
  });

  test('with a token and a resourceVersion is refused', async (t) => {
    const { api, path } = await withLeases(await ground(t), 2);
    const first = ok(await api.get(`${path('coordination.k8s.io/v1', 'leases')}?limit=1`));
    const answer = await api.get(
      `${path('coordination.k8s.io/v1', 'leases')}?continue=${token(first)}&resourceVersion=5`,
    );
    assert.ok([400, 422].includes(answer.status), JSON.stringify(answer.body));
  });
});

describe('the resourceVersion of a list', () => {
  test('is not older than any object in it', async (t) => {
    const server = await ground(t);
    const made = await server.configMap('a');
    const list = ok(await server.api.get(server.configMaps));
    assert.ok(Number(list.at('metadata.resourceVersion')) >= Number(made.at('metadata.resourceVersion')));
  });

  test('asked with Exact gives the state of then', async (t) => {
    const { api, path } = await withLeases(await ground(t), 2);
    const leases = path('coordination.k8s.io/v1', 'leases');
    const then = ok(await api.get(leases)).at('metadata.resourceVersion');
    ok(await api.delete(`${leases}/s0`));
    const list = ok(await api.get(`${leases}?resourceVersion=${then}&resourceVersionMatch=Exact`));
    assert.deepEqual(names(list), ['s0', 's1']);
    assert.equal(list.at('metadata.resourceVersion'), then);
  });

  test('asked as 0 or NotOlderThan gives at least that state', async (t) => {
    const server = await withLeases(await ground(t), 1);
    const leases = server.path('coordination.k8s.io/v1', 'leases');
    // of an object, not of a list: a list's may be ahead of the cache, which then waits and gives up
    const then = ok(await server.api.get(`${leases}/s0`)).at('metadata.resourceVersion');
    const list = ok(
      await server.api.get(`${leases}?resourceVersion=${then}&resourceVersionMatch=NotOlderThan`),
    );
    assert.deepEqual(names(list), ['s0']);
    assert.equal((await server.api.get(`${leases}?resourceVersion=0`)).status, 200);
  });

  const wrong: readonly [string, string][] = [
    ['resourceVersionMatch without resourceVersion', 'resourceVersionMatch=Exact'],
    ['an unknown resourceVersionMatch', 'resourceVersion=1&resourceVersionMatch=Nearly'],
    ['Exact with 0', 'resourceVersion=0&resourceVersionMatch=Exact'],
  ];
  for (const [what, query] of wrong)
    test(`asked with ${what} is refused`, async (t) => {
      const { api, configMaps } = await ground(t);
      const answer = await api.get(`${configMaps}?${query}`);
      assert.equal(answer.status >= 400 && answer.status < 500, true, JSON.stringify(answer.body));
      assert.equal(answer.at('reason'), answer.status === 422 ? 'Invalid' : 'BadRequest');
    });

  test('asked as text is refused', async (t) => {
    const server = await ground(t);
    const answer = await server.api.get(`${server.configMaps}?resourceVersion=abc`);
    // servers before 1.23 took this for a fault of their own
    assert.equal(answer.status, server.supports.minor < 23 ? 500 : 400, JSON.stringify(answer.body));
    assert.match(String(answer.at('message')), /^resourceVersion: Invalid value: "abc"/);
  });
});

async function withConfigMaps(server: Ground, list: readonly string[]): Promise<Ground> {
  for (const name of list) await server.configMap(name);
  return server;
}

/** Leases: no controller puts any into a new namespace. */
async function withLeases(server: Ground, count: number): Promise<Ground> {
  for (let n = 0; n < count; n++) {
    const lease = { metadata: { name: `s${n}`, labels: { all: 'yes' } } };
    ok(await server.api.post(server.path('coordination.k8s.io/v1', 'leases'), lease), 201);
  }
  return server;
}

function token(list: { at(path: string): unknown }): string {
  return encodeURIComponent(String(list.at('metadata.continue')));
}

/** Without what the server itself puts into each namespace. */
function own(found: readonly unknown[]): readonly unknown[] {
  return found.filter((name) => name !== 'kube-root-ca.crt');
}
