import assert from 'node:assert/strict';
import { test } from 'node:test';
import { deployments } from '../../src/kube/resources.ts';
import { withReconciler } from '../support/reconciler.ts';

test('C55: right after a change the pods of the previous rollout make nothing ready', async (t) => {
  const r = await withReconciler(t);
  await r.declare('orders');
  await r.until('orders');
  const key = { namespace: r.namespace, name: 'orders' };
  const { status } = await r.client.get(deployments, key);
  assert.equal(status?.availableReplicas, 1);
  await r.change('orders', { version: '8.0' });
  // The Deployment's controller has not looked yet: its status still tells of the generation before.
  const apply: typeof r.client.apply = async (resource, object, options) => {
    const stored = await r.client.apply(resource, object, options);
    return resource.plural === deployments.plural ? { ...stored, status } : stored;
  };
  const result = await r.pass('orders', { writer: { ...r.client, apply } });
  assert.equal(result.outcome, 'progressing');
  assert.equal((await r.get('orders')).status?.availableReplicas, 1);
  await r.until('orders');
});
