import assert from 'node:assert/strict';
import { test } from 'node:test';
import { deployments, pods, services } from '../../src/kube/resources.ts';
import { withReconciler } from '../support/reconciler.ts';

const text = (labels: Readonly<Record<string, string>> = {}) =>
  Object.entries(labels)
    .map(([key, value]) => `${key}=${value}`)
    .join(',');

test('C40: two instances of an engine have disjoint pods, by Service and by Deployment', async (t) => {
  const r = await withReconciler(t);
  const seen = new Map<string, string>();
  for (const name of ['left', 'right']) {
    await r.declare(name, { dbtype: 'mysql', deploymentName: `${name}-db` });
    await r.until(name);
  }
  for (const name of ['left-db', 'right-db']) {
    const key = { namespace: r.namespace, name };
    const { spec: deployment } = await r.client.get(deployments, key);
    const { spec: service } = await r.client.get(services, key);
    for (const labelSelector of [text(deployment?.selector.matchLabels), text(service?.selector)]) {
      const { items } = await r.client.list(pods, { namespace: r.namespace, labelSelector });
      assert.equal(items.length, 1, labelSelector);
      const pod = items[0]?.metadata.name ?? '';
      assert.equal(seen.get(pod) ?? name, name);
      seen.set(pod, name);
    }
  }
  assert.equal(seen.size, 2);
});
