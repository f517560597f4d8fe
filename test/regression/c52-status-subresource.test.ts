import assert from 'node:assert/strict';
import { test } from 'node:test';
import { deployments } from '../../src/kube/resources.ts';
import { StatusError } from '../../src/kube/status-error.ts';
import { withReconciler } from '../support/reconciler.ts';

test('C52: availableReplicas is stored, and is the number of the Deployment', async (t) => {
  const r = await withReconciler(t);
  await r.declare('orders', { replicas: 2 });
  await r.until('orders');
  const { status } = await r.client.get(deployments, { namespace: r.namespace, name: 'orders' });
  assert.equal((await r.get('orders')).status?.availableReplicas, 2);
  assert.equal(status?.availableReplicas, 2);
});

test('C52: a status that may not be written is reported', async (t) => {
  const r = await withReconciler(t);
  await r.declare('orders');
  const forbidden = new StatusError({
    kind: 'Status',
    apiVersion: 'v1',
    status: 'Failure',
    code: 403,
    reason: 'Forbidden',
    message: 'no right to patch databasemanagers/status',
  });
  const writer = { ...r.client, patch: () => Promise.reject(forbidden) };
  const { outcome, reason, message } = await r.pass('orders', { writer });
  assert.deepEqual([outcome, reason], ['failed', 'Forbidden']);
  assert.match(message ?? '', /status of .*\/orders.*no right to patch/);
});
