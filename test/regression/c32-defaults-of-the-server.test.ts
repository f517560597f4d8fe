import assert from 'node:assert/strict';
import { test } from 'node:test';
import { deployments } from '../../src/kube/resources.ts';
import { withReconciler } from '../support/reconciler.ts';

for (const dbtype of ['mysql', 'mariadb', 'postgres'] as const) {
  test(`C32: defaults that the server fills in are no reason to write (${dbtype})`, async (t) => {
    const r = await withReconciler(t);
    await r.declare('left', {
      dbtype,
      config: '# none',
      initScriptsConfigMap: 'none',
      storage: { size: '1Gi' },
    });
    await r.pass('left');
    await r.wait(1_000);
    r.takeWrites();
    for (let pass = 0; pass < 3; pass++) await r.pass('left');
    const { metadata } = await r.client.get(deployments, { namespace: r.namespace, name: 'left' });
    assert.equal(metadata.generation, 1);
    assert.deepEqual(
      r.takeWrites().filter((write) => !write.endsWith('/status')),
      [],
    );
  });
}
