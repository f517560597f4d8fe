/** @module Watches: where they start, what they tell, how they end. */
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { OpenWatch, WatchLine } from '../support/api.ts';
import { aConfigMap, type Ground, ground, ok, refused } from './ground.ts';

describe('a watch from a resourceVersion', () => {
  test('tells what came after it, in order', async (t) => {
    const server = await ground(t);
    const { api, configMaps } = server;
    const made = await server.configMap('a');
    const watch = await open(server, `resourceVersion=${made.at('metadata.resourceVersion')}`);
    await server.configMap('b');
    ok(await api.patch(`${configMaps}/b`, 'merge', { data: { key: 'other' } }));
    ok(await api.delete(`${configMaps}/b`));
    assert.equal(told(await watch.next()), 'ADDED b');
    const modified = await watch.next();
    assert.equal(told(modified), 'MODIFIED b');
    assert.equal(modified?.at('data.key'), 'other');
    assert.equal(modified?.at('kind'), 'ConfigMap');
    assert.equal(modified?.at('apiVersion'), 'v1');
    const deleted = await watch.next();
    assert.equal(told(deleted), 'DELETED b');
    assert.equal(deleted?.at('data.key'), 'other', 'DELETED carries the last state');
    assert.ok(version(deleted) > version(modified), 'DELETED has the resourceVersion of the deletion');
    watch.close();
  });

  test('that has passed tells what happened since', async (t) => {
    const server = await ground(t);
    const made = await server.configMap('a');
    ok(await server.api.delete(`${server.configMaps}/a`));
    const watch = await open(server, `resourceVersion=${made.at('metadata.resourceVersion')}`);
    assert.equal(told(await watch.next()), 'DELETED a');
    watch.close();
  });
});

describe('a watch without a resourceVersion', () => {
  for (const query of ['', 'resourceVersion=0', 'resourceVersion='])
    test(`(${query || 'nothing given'}) begins with the present objects as ADDED`, async (t) => {
      const server = await ground(t);
      await server.configMap('a');
      await server.configMap('b');
      const watch = await open(server, query);
      const first = [told(await watch.next()), told(await watch.next())];
      assert.deepEqual(first.sort(), ['ADDED a', 'ADDED b']);
      await server.configMap('c');
      assert.equal(told(await watch.next()), 'ADDED c');
      watch.close();
    });
});

describe('a watch with selectors', () => {
  test('tells of an object that comes to match as ADDED and one that ceases to as DELETED', async (t) => {
    const server = await ground(t);
    const { api, configMaps } = server;
    const made = await server.configMap('a');
    const watch = await open(
      server,
      `labelSelector=on%3Dyes&resourceVersion=${made.at('metadata.resourceVersion')}`,
    );
    const label = (on: string) => api.patch(`${configMaps}/a`, 'merge', { metadata: { labels: { on } } });
    ok(await label('yes'));
    assert.equal(told(await watch.next()), 'ADDED a');
    ok(await api.patch(`${configMaps}/a`, 'merge', { data: { key: 'n' } }));
    assert.equal(told(await watch.next()), 'MODIFIED a');
    const off = ok(await label('no'));
    const deleted = await watch.next();
    assert.equal(told(deleted), 'DELETED a');
    assert.equal(deleted?.at('metadata.labels.on'), 'yes', 'the last state that matched');
    assert.equal(deleted?.at('metadata.resourceVersion'), off.at('metadata.resourceVersion'));
    await server.configMap('unseen');
    ok(await label('yes'));
    assert.equal(told(await watch.next()), 'ADDED a');
    watch.close();
  });

  test('on metadata.name follows one object', async (t) => {
    const server = await ground(t);
    const made = await server.configMap('a');
    const watch = await open(
      server,
      `fieldSelector=metadata.name%3Db&resourceVersion=${made.at('metadata.resourceVersion')}`,
    );
    await server.configMap('c');
    await server.configMap('b');
    assert.equal(told(await watch.next()), 'ADDED b');
    watch.close();
  });
});

test('a watch over all namespaces tells of each', async (t) => {
  const server = await ground(t);
  const made = await server.configMap('a');
  const labels = { mark: server.namespace };
  const query = `watch=true&labelSelector=mark%3D${server.namespace}`;
  const watch = await server.api.watch(
    `/api/v1/configmaps?${query}&resourceVersion=${made.at('metadata.resourceVersion')}`,
  );
  const other = await server.newNamespace();
  ok(
    await server.api.post(
      `/api/v1/namespaces/${other}/configmaps`,
      aConfigMap('b', { metadata: { labels } }),
    ),
    201,
  );
  const event = await watch.next();
  assert.equal(told(event), 'ADDED b');
  assert.equal(event?.at('metadata.namespace'), other);
  watch.close();
});

test('a finalizer shows as MODIFIED with a deletionTimestamp, then DELETED', async (t) => {
  const server = await ground(t);
  const { api, configMaps } = server;
  const made = await server.configMap('a', { metadata: { finalizers: ['example.test/hold'] } });
  const watch = await open(server, `resourceVersion=${made.at('metadata.resourceVersion')}`);
  ok(await api.delete(`${configMaps}/a`));
  const marked = await watch.next();
  assert.equal(told(marked), 'MODIFIED a');
  assert.match(String(marked?.at('metadata.deletionTimestamp')), /Z$/);
  ok(await api.patch(`${configMaps}/a`, 'merge', { metadata: { finalizers: null } }));
  assert.equal(told(await watch.next()), 'DELETED a');
  watch.close();
});

test('timeoutSeconds ends a watch', async (t) => {
  const server = await ground(t);
  const watch = await open(server, 'resourceVersion=0&timeoutSeconds=1');
  const started = performance.now();
  const lines: string[] = [];
  for (let line = await watch.next(); line !== undefined; line = await watch.next()) lines.push(line.type);
  const took = performance.now() - started;
  assert.ok(took < 5_000, `${took}`);
  assert.ok(!lines.includes('ERROR'));
});

test('a watch that times out ends with a bookmark where bookmarks are allowed', async (t) => {
  const server = await ground(t);
  const made = await server.configMap('a');
  const watch = await open(
    server,
    `resourceVersion=${made.at('metadata.resourceVersion')}&allowWatchBookmarks=true&timeoutSeconds=4`,
  );
  const later = await server.configMap('b');
  const lines: WatchLine[] = [];
  for (let line = await watch.next(); line !== undefined; line = await watch.next()) lines.push(line);
  const bookmark = lines.findLast(({ type }) => type === 'BOOKMARK');
  assert.ok(bookmark !== undefined, 'no bookmark');
  assert.equal(bookmark.at('kind'), 'ConfigMap');
  assert.ok(version(bookmark) >= Number(later.at('metadata.resourceVersion')));
  assert.equal(bookmark.at('metadata.name'), undefined);
});

test('sendInitialEvents streams the present objects and says by a bookmark when they end', async (t) => {
  const server = await ground(t);
  await server.configMap('a');
  const query =
    'watch=true&sendInitialEvents=true&resourceVersionMatch=NotOlderThan&allowWatchBookmarks=true';
  if (!server.supports.sendInitialEvents) {
    // what an older server answers; a reflector has to list instead
    refused(await server.api.get(`${server.configMaps}?${query}`), {
      code: 422,
      reason: 'Invalid',
      fields: ['resourceVersionMatch'],
      causes: ['FieldValueForbidden'],
      kind: 'ListOptions',
    });
    return;
  }
  const watch = await open(server, query);
  assert.equal(told(await watch.next()), 'ADDED a');
  const bookmark = await watch.next();
  assert.equal(bookmark?.type, 'BOOKMARK');
  const annotations = bookmark?.at('metadata.annotations') as Record<string, string> | undefined;
  assert.equal(annotations?.['k8s.io/initial-events-end'], 'true');
  await server.configMap('b');
  assert.equal(told(await watch.next()), 'ADDED b');
  watch.close();
});

test('a watch of a resource that is not served is 404', async (t) => {
  const { api } = await ground(t);
  assert.equal((await api.get('/apis/nonsense.example.test/v1/things?watch=true')).status, 404);
});

test('a change of status through its subresource shows as MODIFIED', async (t) => {
  const server = await ground(t);
  const deployments = server.path('apps/v1', 'deployments');
  const template = {
    metadata: { labels: { a: 'b' } },
    spec: { containers: [{ name: 'c', image: 'mysql:8.4' }] },
  };
  const spec = { replicas: 0, selector: { matchLabels: { a: 'b' } }, template };
  ok(await server.api.post(deployments, { metadata: { name: 'd' }, spec }), 201);
  const watch = await server.api.watch(`${deployments}?watch=true`);
  for (let seen = await watch.next(); ; seen = await watch.next()) {
    assert.ok(seen !== undefined);
    if (!server.hasControllers || seen.at('status.observedGeneration') === 1) break;
  }
  watch.close();
});

async function open(server: Ground, query: string): Promise<OpenWatch> {
  // kube-root-ca.crt comes into each namespace of a newer server
  const own = query.includes('fieldSelector') ? '' : '&fieldSelector=metadata.name!%3Dkube-root-ca.crt';
  const watch = await server.api.watch(`${server.configMaps}?watch=true&${query}${own}`);
  assert.equal(watch.status, 200);
  return watch;
}

function told(event: WatchLine | undefined): string {
  return event === undefined ? 'ended' : `${event.type} ${event.at('metadata.name') ?? event.at('message')}`;
}

function version(event: WatchLine | undefined): number {
  return Number(event?.at('metadata.resourceVersion'));
}
