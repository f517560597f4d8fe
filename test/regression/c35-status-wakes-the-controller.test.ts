import assert from 'node:assert/strict';
import { test } from 'node:test';
import { findCondition } from '../../src/api/conditions.ts';
import { withReconciler } from '../support/reconciler.ts';

test('C35: an idle instance keeps its resourceVersion, however much time passes', async (t) => {
  const r = await withReconciler(t);
  await r.declare('left');
  await r.until('left');
  const before = await r.get('left');
  for (let minute = 0; minute < 3; minute++) {
    await r.wait(60_000);
    await r.pass('left');
  }
  assert.equal((await r.get('left')).metadata.resourceVersion, before.metadata.resourceVersion);
});

test('C35: the time of a transition moves only with the status of the condition', async (t) => {
  const r = await withReconciler(t);
  await r.declare('left');
  await r.until('left');
  const stalledSince = async () =>
    findCondition((await r.get('left')).status?.conditions, 'Stalled')?.lastTransitionTime;
  const before = await stalledSince();
  await r.wait(60_000);
  await r.change('left', { replicas: 2 });
  await r.until('left');
  assert.equal(await stalledSince(), before);
});
