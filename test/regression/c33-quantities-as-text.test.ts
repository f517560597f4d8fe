import assert from 'node:assert/strict';
import { test } from 'node:test';
import { withReconciler } from '../support/reconciler.ts';

test('C33: quantities that the server rewrites are no reason to write', async (t) => {
  const r = await withReconciler(t);
  const amounts = { cpu: '1000m', memory: '1024Mi' };
  await r.declare('left', {
    storage: { size: '1024Mi' },
    resources: { requests: amounts, limits: { cpu: 1, memory: '1.5Gi' } },
  });
  await r.until('left');
  r.takeWrites();
  for (let pass = 0; pass < 3; pass++) await r.pass('left');
  assert.deepEqual(r.takeWrites(), []);
});
