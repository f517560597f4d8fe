import assert from 'node:assert/strict';
import { test } from 'node:test';
import { controllerOf } from '../../src/kube/object.ts';
import { deployments } from '../../src/kube/resources.ts';
import { StatusError } from '../../src/kube/status-error.ts';
import { withReconciler } from '../support/reconciler.ts';

test('C41: another deploymentName is refused, by the server or by the reconcile', async (t) => {
  const r = await withReconciler(t);
  const { metadata } = await r.declare('left', { deploymentName: 'left-db' });
  await r.until('left');
  let refused = false;
  try {
    await r.change('left', { deploymentName: 'left-new' });
  } catch (error) {
    assert.ok(error instanceof StatusError && error.reason === 'Invalid', String(error));
    refused = true;
  }
  assert.equal(refused, r.supports.cel);
  const { outcome, reason } = await r.pass('left');
  assert.deepEqual([outcome, reason], refused ? ['converged', 'Available'] : ['stalled', 'InvalidSpec']);
  const { items } = await r.client.list(deployments, { namespace: r.namespace });
  const owned = items.filter((item) => controllerOf(item)?.uid === metadata.uid);
  assert.deepEqual(
    owned.map((item) => item.metadata.name),
    ['left-db'],
  );
  assert.equal((await r.get('left')).status?.availableReplicas, 1);
});
