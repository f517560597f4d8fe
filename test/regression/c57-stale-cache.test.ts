import assert from 'node:assert/strict';
import { test } from 'node:test';
import { databaseManagers } from '../../src/api/database-manager.ts';
import { deployments, secrets } from '../../src/kube/resources.ts';
import { StatusError } from '../../src/kube/status-error.ts';
import { withReconciler } from '../support/reconciler.ts';

test('C57: children that the cache has not seen yet are found, and nothing is made twice or told', async (t) => {
  const r = await withReconciler(t);
  await r.declare('left');
  const get: typeof r.client.get = (resource, key) =>
    resource.plural === databaseManagers.plural
      ? r.client.get(resource, key)
      : Promise.reject(notFound(key.name));
  const blind = { ...r.client, get };
  await r.pass('left');
  const key = { namespace: r.namespace, name: 'left-credentials' };
  const before = await r.client.get(secrets, key);
  for (let touch = 0; touch < 5; touch++) {
    const { outcome, message } = await r.pass('left', { reader: blind });
    assert.notEqual(outcome, 'failed', message);
    assert.notEqual(outcome, 'stalled', message);
  }
  assert.deepEqual(
    r.takeEvents().filter(({ type }) => type === 'Warning'),
    [],
  );
  assert.equal((await r.client.list(deployments, { namespace: r.namespace })).items.length, 1);
  assert.deepEqual((await r.client.get(secrets, key)).data, before.data);
});

function notFound(name: string): StatusError {
  return new StatusError({
    kind: 'Status',
    apiVersion: 'v1',
    status: 'Failure',
    code: 404,
    reason: 'NotFound',
    details: { name },
  });
}
