import assert from 'node:assert/strict';
import { test } from 'node:test';
import { secrets } from '../../src/kube/resources.ts';
import { withReconciler } from '../support/reconciler.ts';

test('C72: passwords and Secret stay as they are, over passes and restarts', async (t) => {
  const r = await withReconciler(t);
  await r.declare('orders', { database: 'shop', username: 'app' });
  await r.until('orders');
  const key = { namespace: r.namespace, name: 'orders-credentials' };
  const before = await r.client.get(secrets, key);
  for (let pass = 0; pass < 5; pass++) await r.pass('orders');
  const after = await r.client.get(secrets, key);
  assert.equal(after.metadata.resourceVersion, before.metadata.resourceVersion);
  assert.deepEqual(after.data, before.data);
});

test('C72: a missing key is filled in, the others stay, and no value is told to anybody', async (t) => {
  const r = await withReconciler(t);
  await r.declare('orders', { database: 'shop', username: 'app' });
  await r.until('orders');
  r.takeEvents();
  const key = { namespace: r.namespace, name: 'orders-credentials' };
  const before = await r.client.get(secrets, key);
  await r.client.patch(secrets, key, { type: 'merge', body: { data: { password: null } } });
  const result = await r.pass('orders');
  const after = await r.client.get(secrets, key);
  assert.equal(after.data?.['root-password'], before.data?.['root-password']);
  assert.match(Buffer.from(after.data?.password ?? '', 'base64').toString(), /^[A-Za-z0-9]{24,}$/);
  const told = JSON.stringify([result, r.takeEvents()]);
  for (const secret of ['root-password', 'password']) {
    const value = after.data?.[secret] ?? '';
    assert.ok(!told.includes(value) && !told.includes(Buffer.from(value, 'base64').toString()), secret);
  }
});
