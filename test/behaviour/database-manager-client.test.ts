/** @module The typed client, on whatever server the suite runs. */
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { API_VERSION, type DatabaseManager, KIND } from '../../src/api/database-manager.ts';
import { databaseManagersIn } from '../../src/api/database-manager-client.ts';
import { isAlreadyExists, isConflict, isNotFound } from '../../src/kube/status-error.ts';
import { installCrd } from '../support/install-crd.ts';
import { withServer } from '../support/server.ts';

const named = (name: string, labels = {}): DatabaseManager => ({
  apiVersion: API_VERSION,
  kind: KIND,
  metadata: { name, labels },
  spec: {},
});

describe('the client of the DatabaseManagers of a namespace', () => {
  test('creates, gets, updates, patches, applies and deletes by name', async (t) => {
    const { client, namespace } = await withServer(t);
    await installCrd(client);
    const managers = databaseManagersIn(client, namespace);
    const created = await managers.create(named('orders'));
    assert.equal(created.metadata.namespace, namespace);
    await assert.rejects(managers.create(named('orders')), isAlreadyExists);
    const updated = await managers.update({ ...created, spec: { ...created.spec, replicas: 2 } });
    assert.equal(updated.spec.replicas, 2);
    await assert.rejects(managers.update({ ...created, spec: { replicas: 3 } }), isConflict);
    const patched = await managers.patch('orders', { type: 'merge', body: { spec: { replicas: 4 } } });
    assert.equal(patched.spec.replicas, 4);
    const applied = await managers.apply({ ...named('billing'), spec: { dbtype: 'postgres' } });
    assert.equal(applied.spec.dbtype, 'postgres');
    assert.equal((await managers.get('orders')).spec.replicas, 4);
    await managers.delete('orders');
    await assert.rejects(managers.get('orders'), isNotFound);
  });

  test('updates the status apart from the spec', async (t) => {
    const { client, namespace } = await withServer(t);
    await installCrd(client);
    const managers = databaseManagersIn(client, namespace);
    const created = await managers.create(named('orders'));
    const both = { ...created, spec: { replicas: 7 }, status: { availableReplicas: 5 } };
    const stored = await managers.updateStatus(both);
    assert.deepEqual([stored.spec.replicas, stored.status?.availableReplicas], [1, 5]);
    const { status: _none, ...without } = stored;
    assert.equal((await managers.update(without)).status?.availableReplicas, 5);
  });

  test('lists, watches and deletes those of its own namespace only', async (t) => {
    const server = await withServer(t);
    const { client, namespace } = server;
    await installCrd(client);
    const managers = databaseManagersIn(client, namespace);
    const others = databaseManagersIn(client, await server.newNamespace());
    await others.create(named('other'));
    const { metadata } = await managers.list();
    for (const name of ['a', 'b', 'c']) await managers.create(named(name, { keep: String(name === 'c') }));
    const names = async (from: typeof managers) =>
      (await from.list()).items.map((item) => item.metadata.name).sort();
    assert.deepEqual(await names(managers), ['a', 'b', 'c']);
    const seen: (string | undefined)[] = [];
    const stop = new AbortController();
    const watch = managers.watch({
      resourceVersion: metadata.resourceVersion,
      allowWatchBookmarks: false,
      signal: stop.signal,
    });
    for await (const { object } of watch) if (seen.push(object.metadata.name) === 3) break;
    stop.abort();
    assert.deepEqual(seen, ['a', 'b', 'c']);
    await managers.deleteCollection({ labelSelector: 'keep=false' });
    assert.deepEqual(await names(managers), ['c']);
    await managers.deleteCollection();
    assert.deepEqual([await names(managers), await names(others)], [[], ['other']]);
  });
});
