import assert from 'node:assert/strict';
import { test } from 'node:test';
import { databaseManagers } from '../../src/api/database-manager.ts';
import { controllerOf } from '../../src/kube/object.ts';
import type { Resource } from '../../src/kube/resource.ts';
import { deployments, secrets, services } from '../../src/kube/resources.ts';
import { withReconciler } from '../support/reconciler.ts';

const children: readonly (readonly [Resource, string])[] = [
  [deployments, 'left-db'],
  [services, 'left-db'],
  [secrets, 'left-db-credentials'],
];

test('C43: an instance deleted and created again gets children of its own, every time', async (t) => {
  const r = await withReconciler(t);
  if (!r.hasControllers) return;
  await r.declare('left', { deploymentName: 'left-db' });
  await r.until('left');
  for (let round = 0; round < 5; round++) {
    await r.client.delete(
      databaseManagers,
      { namespace: r.namespace, name: 'left' },
      { propagationPolicy: 'Background' },
    );
    const { metadata } = await r.declare('left', { deploymentName: 'left-db' });
    await r.until('left');
    for (const [resource, name] of children) {
      const child = await r.client.get(resource, { namespace: r.namespace, name });
      assert.equal(controllerOf(child)?.uid, metadata.uid, `round ${round}: ${name}`);
    }
  }
});

test('C43: while the dead owner’s child is there nothing is adopted or made', async (t) => {
  const r = await withReconciler(t);
  await r.declare('left', { deploymentName: 'left-db' });
  const key = { namespace: r.namespace, name: 'left-db' };
  const object = {
    apiVersion: 'apps/v1',
    kind: 'Deployment',
    metadata: {
      ...key,
      finalizers: ['test.example/hold'],
      ownerReferences: [
        {
          apiVersion: 'coolops.cn/v1alpha1',
          kind: 'DatabaseManager',
          name: 'left',
          uid: 'dead',
          controller: true,
        },
      ],
    },
    spec: {
      selector: { matchLabels: { a: 'b' } },
      template: {
        metadata: { labels: { a: 'b' } },
        spec: { containers: [{ name: 'a', image: 'mysql:5.7' }] },
      },
    },
  };
  await r.client.create(deployments, object);
  const waiting = await r.pass('left');
  assert.equal(waiting.outcome, 'progressing');
  assert.match(waiting.reason ?? '', /^(WaitingForGarbageCollection|ChildTerminating)$/);
  assert.ok((waiting.requeueAfterMs ?? 0) > 0);
  assert.deepEqual(
    waiting.actions.map(({ verb }) => verb),
    ['status'],
  );
  await r.client.patch(deployments, key, { type: 'merge', body: { metadata: { finalizers: null } } });
  await r.until('left');
});
