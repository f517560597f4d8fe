import assert from 'node:assert/strict';
import { test } from 'node:test';
import { withReconciler } from '../support/reconciler.ts';

test('C36: a converged instance and a failing one are each told of once', async (t) => {
  const r = await withReconciler(t);
  await r.declare('well');
  await r.declare('sick', { rootPasswordSecretRef: { name: 'missing', key: 'pw' } });
  await r.until('well');
  await r.until('sick', 'stalled');
  const first = r.takeEvents().map(({ reason, regarding }) => `${regarding.metadata.name} ${reason}`);
  assert.deepEqual(first, ['well Synced', 'sick SecretNotFound']);
  for (let minute = 0; minute < 10; minute++) {
    await r.pass('well');
    await r.pass('sick');
    await r.wait(60_000);
  }
  assert.deepEqual(r.takeEvents(), []);
});
