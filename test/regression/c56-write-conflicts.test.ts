import assert from 'node:assert/strict';
import { test } from 'node:test';
import { databaseManagers } from '../../src/api/database-manager.ts';
import { deployments } from '../../src/kube/resources.ts';
import { withReconciler } from '../support/reconciler.ts';

test('C56: a child that others write all the time is reconciled 50 times of 50, and their field survives', async (t) => {
  const r = await withReconciler(t);
  await r.declare('left', { deploymentName: 'left-db' });
  await r.until('left');
  const key = { namespace: r.namespace, name: 'left-db' };
  for (let round = 0; round < 50; round++) {
    const annotate = r.client.patch(
      deployments,
      key,
      {
        type: 'merge',
        body: { metadata: { annotations: { x: `${round}` } }, spec: { replicas: (round % 3) + 1 } },
      },
      { fieldManager: 'somebody' },
    );
    const [{ outcome, message }] = await Promise.all([r.pass('left'), annotate]);
    assert.notEqual(outcome, 'failed', message);
    assert.notEqual(outcome, 'stalled', message);
  }
  await r.until('left');
  assert.equal((await r.client.get(deployments, key)).metadata.annotations?.x, '49');
});

test('C56: a status computed from an old copy is written over the new one only after a look at it', async (t) => {
  const r = await withReconciler(t);
  await r.declare('left');
  const old = await r.get('left');
  await r.client.patch(
    databaseManagers,
    { namespace: r.namespace, name: 'left' },
    { type: 'merge', body: { metadata: { labels: { mine: 'yes' } } } },
  );
  const get: typeof r.client.get = (resource, key) =>
    resource.plural === databaseManagers.plural
      ? (Promise.resolve(old) as never)
      : r.client.get(resource, key);
  const { outcome, status } = await r.pass('left', { reader: { ...r.client, get } });
  assert.equal(outcome, 'progressing');
  const after = await r.get('left');
  assert.deepEqual(after.status, status);
  assert.equal(after.metadata.labels?.mine, 'yes');
});

test('C56: a spec that changes during a pass is acted on, not reported on', async (t) => {
  const r = await withReconciler(t);
  await r.declare('left');
  await r.until('left');
  const old = await r.get('left');
  await r.change('left', { stopped: true });
  let calls = 0;
  const get: typeof r.client.get = (resource, key) =>
    resource.plural === databaseManagers.plural && calls++ === 0
      ? (Promise.resolve({ ...old, status: {} }) as never)
      : r.client.get(resource, key);
  const result = await r.pass('left', { reader: { ...r.client, get } });
  assert.notEqual(result.outcome, 'failed', result.message);
  assert.equal(result.status?.observedGeneration, 2);
});
