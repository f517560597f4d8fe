import assert from 'node:assert/strict';
import { test } from 'node:test';
import { API_VERSION, KIND } from '../../src/api/database-manager.ts';
import { deployments } from '../../src/kube/resources.ts';
import { withReconciler } from '../support/reconciler.ts';

test('C31: a Deployment with the selector of an older release keeps it, and its one container', async (t) => {
  const r = await withReconciler(t);
  const { metadata } = await r.declare('left', { deploymentName: 'left-db' });
  const { name = '', uid = '' } = metadata;
  const selector = { matchLabels: { app: 'left-db' } };
  const stored = await r.client.create(
    deployments,
    {
      apiVersion: 'apps/v1',
      kind: 'Deployment',
      metadata: {
        name: 'left-db',
        namespace: r.namespace,
        ownerReferences: [{ apiVersion: API_VERSION, kind: KIND, name, uid, controller: true }],
      },
      spec: {
        replicas: 1,
        selector,
        template: {
          metadata: { labels: { app: 'left-db' } },
          spec: { containers: [{ name: 'db', image: 'registry.example.test/mysql:8' }] },
        },
      },
    },
    { fieldManager: 'older-release' },
  );
  await r.until('left');
  const after = await r.client.get(deployments, { namespace: r.namespace, name: 'left-db' });
  assert.equal(after.metadata.uid, stored.metadata.uid);
  assert.deepEqual(after.spec?.selector, selector);
  const containers = after.spec?.template.spec?.containers ?? [];
  assert.deepEqual(
    containers.map(({ name: container, image }) => [container, image]),
    [['db', 'mysql:5.7']],
  );
});
