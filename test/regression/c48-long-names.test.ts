import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { databaseManagers } from '../../src/api/database-manager.ts';
import { deployments } from '../../src/kube/resources.ts';
import { StatusError } from '../../src/kube/status-error.ts';
import { withReconciler } from '../support/reconciler.ts';

describe('C48: names', () => {
  const twins = [`${'a'.repeat(59)}b`, `${'a'.repeat(59)}c`] as const;

  for (const name of [...twins, 'orders.v1', '9lives']) {
    test(`${name} without a deploymentName is refused with the limit told, or stalls with it`, async (t) => {
      const r = await withReconciler(t);
      try {
        await r.declare(name);
      } catch (error) {
        assert.ok(error instanceof StatusError && error.reason === 'Invalid', String(error));
        assert.match(error.message, /52/);
        return;
      }
      assert.equal(r.supports.cel, false);
      const result = await r.pass(name);
      assert.equal(result.reason, 'InvalidSpec');
      assert.match(result.message ?? '', /52/);
      assert.equal((await r.client.list(deployments, { namespace: r.namespace })).items.length, 0);
    });
  }

  test('with capitals are refused by the server, and leave nothing behind', async (t) => {
    const r = await withReconciler(t);
    await assert.rejects(r.declare('Orders'), { name: 'StatusError', reason: 'Invalid' });
    const { items } = await r.client.list(databaseManagers, { namespace: r.namespace });
    assert.deepEqual(items, []);
  });

  test('of 60 letters that differ only at the end do not collide', async (t) => {
    const r = await withReconciler(t);
    const [first, second] = twins;
    await r.declare(first, { deploymentName: 'first' });
    await r.declare(second, { deploymentName: 'second' });
    await r.until(first);
    await r.until(second);
    const { items } = await r.client.list(deployments, { namespace: r.namespace });
    assert.notDeepEqual(items[0]?.spec?.selector, items[1]?.spec?.selector);
  });
});
