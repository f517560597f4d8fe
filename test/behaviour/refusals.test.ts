import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { findCondition } from '../../src/api/conditions.ts';
import { databaseManagers } from '../../src/api/database-manager.ts';
import { INSTANCE_LABEL } from '../../src/core/labels.ts';
import { preview } from '../../src/core/preview.ts';
import type { Client } from '../../src/kube/client.ts';
import type { Resource } from '../../src/kube/resource.ts';
import { deployments, pods, secrets, services } from '../../src/kube/resources.ts';
import { StatusError } from '../../src/kube/status-error.ts';
import { ConnectionError } from '../../src/kube/transport.ts';
import { withReconciler } from '../support/reconciler.ts';

function refusal(code: number, reason: string, message: string): StatusError {
  return new StatusError({ kind: 'Status', apiVersion: 'v1', status: 'Failure', code, reason, message });
}

/** The client, but creating objects of one collection fails. */
function failingToCreate(client: Client, refused: Resource, error: Error): Client {
  const create: Client['create'] = (resource, object, options) =>
    resource.plural === refused.plural ? Promise.reject(error) : client.create(resource, object, options);
  return { ...client, create };
}

describe('a write that the server refuses', () => {
  const refusals = [
    [refusal(403, 'Forbidden', 'exceeded quota: small'), 'Forbidden'],
    [refusal(422, 'Invalid', 'spec.affinity: Invalid value'), 'Invalid'],
    [refusal(400, 'BadRequest', 'cannot be handled as a Deployment'), 'Invalid'],
  ] as const;
  for (const [error, reason] of refusals) {
    test(`(${error.reason}) stalls the instance, with what the server said`, async (t) => {
      const r = await withReconciler(t);
      await r.declare('orders');
      const writer = failingToCreate(r.client, deployments, error);
      const result = await r.pass('orders', { writer });
      assert.deepEqual([result.outcome, result.reason], ['stalled', reason]);
      const expected = `creating Deployment ${r.namespace}/orders: ${error.message}`;
      assert.equal(result.message, expected);
      assert.equal(findCondition((await r.get('orders')).status?.conditions, 'Stalled')?.message, expected);
      assert.deepEqual(
        r.takeEvents().map((event) => [event.type, event.reason]),
        [['Warning', reason]],
      );
      await r.pass('orders', { writer });
      assert.deepEqual(r.takeEvents(), []);
      await r.until('orders');
    });
  }

  test('for a moment only is a failure: told, counted, and no condition', async (t) => {
    const r = await withReconciler(t);
    await r.declare('orders');
    const error = new ConnectionError('https://host', 'connection reset', { code: 'ECONNRESET' });
    const result = await r.pass('orders', { writer: failingToCreate(r.client, services, error) });
    assert.deepEqual([result.outcome, result.reason], ['failed', 'RequestFailed']);
    assert.match(result.message ?? '', /creating Service .*\/orders: connection reset/);
    assert.equal((await r.get('orders')).status, undefined);
    await r.until('orders');
  });

  test('keeps the later ones from being tried: nothing without passwords', async (t) => {
    const r = await withReconciler(t);
    await r.declare('orders', { storage: { size: '1Gi' } });
    const writer = failingToCreate(r.client, secrets, refusal(500, 'InternalError', 'etcd is away'));
    const { actions } = await r.pass('orders', { writer });
    assert.deepEqual(actions, []);
    await r.until('orders');
  });
});

describe('a preview', () => {
  test('tells the plan, writes nothing and shows no password', async (t) => {
    const r = await withReconciler(t);
    await r.declare('orders');
    const { metadata } = await r.get('orders');
    const deps = { reader: r.client, live: r.client, now: Date.now };
    const plan = await preview({ namespace: r.namespace, name: 'orders' }, deps);
    const told = plan?.actions.map((action) => `${action.verb} ${action.object.kind}`);
    assert.deepEqual(told, ['create Secret', 'create Service', 'create Deployment']);
    assert.equal(
      (await r.client.list(secrets, { namespace: r.namespace, labelSelector: INSTANCE_LABEL })).items.length,
      0,
    );
    assert.equal((await r.get('orders')).metadata.resourceVersion, metadata.resourceVersion);
    await r.until('orders');
    assert.deepEqual((await preview({ namespace: r.namespace, name: 'orders' }, deps))?.actions, []);
    assert.equal(await preview({ namespace: r.namespace, name: 'nobody' }, deps), undefined);
  });
});

describe('a pass', () => {
  test('without the CRD says what is missing and how to install it', async (t) => {
    const r = await withReconciler(t);
    const missing = new StatusError({
      kind: 'Status',
      apiVersion: 'v1',
      status: 'Failure',
      code: 404,
      reason: 'NotFound',
      details: {},
    });
    const without: Client = {
      ...r.client,
      get: () => Promise.reject(missing),
      list: () => Promise.reject(missing),
    };
    const result = await r.pass('orders', { reader: without, live: without });
    assert.deepEqual([result.outcome, result.reason], ['failed', 'ResourceNotInstalled']);
    assert.match(result.message ?? '', /databasemanagers\.coolops\.cn: run "dbm install-crd"/);
  });

  test('over an instance that is deleted meanwhile ends as gone', async (t) => {
    const r = await withReconciler(t);
    const orders = await r.declare('orders');
    await r.client.delete(databaseManagers, { namespace: r.namespace, name: 'orders' });
    const get: Client['get'] = (resource, key) =>
      resource.plural === databaseManagers.plural
        ? (Promise.resolve(orders) as never)
        : r.client.get(resource, key);
    const result = await r.pass('orders', { reader: { ...r.client, get } });
    assert.equal(result.outcome, 'gone');
    assert.deepEqual(r.takeEvents(), []);
  });

  test('that is aborted rejects with the reason of its signal', async (t) => {
    const r = await withReconciler(t);
    await r.declare('orders');
    const signal = AbortSignal.abort(new Error('shutting down'));
    await assert.rejects(r.pass('orders', { signal }), /shutting down/);
  });
});

describe('pods that cannot be listed', () => {
  test('take the explanation away where the right is missing, and fail the pass where the server does', async (t) => {
    const r = await withReconciler(t);
    if (r.kind === 'cluster') return; // its pods are made to run, so that none is late
    await r.declare('orders', { image: 'mysql:nonsense' });
    await r.pass('orders');
    for (let second = 0; second < 10; second++) await r.wait(1_000);
    const without = await r.pass('orders', {
      live: failingToList(r.client, pods, refusal(403, 'Forbidden', 'cannot list pods')),
    });
    assert.equal(without.outcome, 'progressing');
    const broken = await r.pass('orders', {
      live: failingToList(r.client, pods, refusal(500, 'InternalError', 'no storage')),
    });
    assert.deepEqual([broken.outcome, broken.message], ['failed', 'no storage']);
  });
});

/** The client, but listing one collection fails. */
function failingToList(client: Client, refused: Resource, error: Error): Client {
  const list: Client['list'] = (resource, options) =>
    resource.plural === refused.plural ? Promise.reject(error) : client.list(resource, options);
  return { ...client, list };
}
