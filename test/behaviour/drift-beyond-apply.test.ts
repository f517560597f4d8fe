import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { JsonPatchOperation } from '../../src/kube/client.ts';
import type { KubeObject } from '../../src/kube/object.ts';
import type { Resource } from '../../src/kube/resource.ts';
import { deployments, services } from '../../src/kube/resources.ts';
import { withReconciler } from '../support/reconciler.ts';

const POD = '/spec/template/spec';
const CONTAINER = `${POD}/containers/0`;

/** Edits after which server-side apply alone is refused, or leaves something standing. */
const edits: readonly (readonly [string, Resource, readonly JsonPatchOperation[]])[] = [
  ['another port of the Service', services, [put('/spec/ports/0/port', 3307)]],
  ['a label more in the selector of the Service', services, [put('/spec/selector/tier', 'x')]],
  ['another port of the container', deployments, [put(`${CONTAINER}/ports/0/containerPort`, 3307)]],
  ['a read-only mount', deployments, [put(`${CONTAINER}/volumeMounts/0/readOnly`, true)]],
  ['another place of a mount', deployments, [put(`${CONTAINER}/volumeMounts/1/mountPath`, '/elsewhere')]],
  [
    'another source of a volume',
    deployments,
    [{ op: 'replace', path: `${POD}/volumes/1`, value: { name: 'run', hostPath: { path: '/tmp' } } }],
  ],
  ['another kind of probe', deployments, [put(`${CONTAINER}/readinessProbe`, { tcpSocket: { port: 3306 } })]],
  [
    'another source of a variable',
    deployments,
    [
      {
        op: 'replace',
        path: `${CONTAINER}/env/0`,
        value: {
          name: 'MYSQL_ROOT_PASSWORD_FILE',
          valueFrom: { fieldRef: { fieldPath: 'metadata.name' } },
        },
      },
    ],
  ],
  ['a capability', deployments, [put(`${CONTAINER}/securityContext/capabilities/add`, ['NET_ADMIN'])]],
  ['privilege', deployments, [put(`${CONTAINER}/securityContext`, { privileged: true })]],
  ["the host's network", deployments, [put(`${POD}/hostNetwork`, true)]],
];

describe('drift that apply alone cannot put right', () => {
  for (const [what, resource, edit] of edits) {
    test(`${what} is put right in one pass, told, and then left alone`, async (t) => {
      const r = await withReconciler(t);
      await r.declare('orders');
      await r.until('orders');
      const key = { namespace: r.namespace, name: 'orders' };
      const before = await r.client.get(resource, key);
      r.takeEvents();
      await r.client.patch(resource, key, { type: 'json', body: edit }, { fieldManager: 'somebody' });
      assert.notDeepEqual(specOf(await r.client.get(resource, key)), specOf(before));
      const { actions, message } = await r.pass('orders');
      assert.deepEqual(specOf(await r.client.get(resource, key)), specOf(before), message);
      assert.equal(actions[0]?.verb, 'apply');
      assert.equal(r.takeEvents()[0]?.reason, 'DriftRepaired');
      await r.until('orders');
      r.takeWrites();
      await r.pass('orders');
      assert.deepEqual(r.takeWrites(), []);
    });
  }

  test("others' ports, volumes and node ports survive it", async (t) => {
    const r = await withReconciler(t);
    await r.declare('orders', { service: { type: 'NodePort' } });
    await r.until('orders');
    const key = { namespace: r.namespace, name: 'orders' };
    const metrics = { name: 'metrics', port: 9104, protocol: 'TCP', targetPort: 9104 };
    const body = [put('/spec/ports/-', metrics), put('/spec/selector/tier', 'x')];
    const edited = await r.client.patch(services, key, { type: 'json', body }, { fieldManager: 'somebody' });
    await r.pass('orders');
    const { spec } = await r.client.get(services, key);
    assert.deepEqual(spec?.ports, edited.spec?.ports);
    assert.equal(spec?.selector?.tier, undefined);
  });
});

test('a Service keeps its address and its node port when its port changes', async (t) => {
  const r = await withReconciler(t);
  await r.declare('orders', { service: { type: 'NodePort' } });
  await r.until('orders');
  const key = { namespace: r.namespace, name: 'orders' };
  const before = (await r.client.get(services, key)).spec;
  await r.change('orders', { service: { port: 3310 } });
  await r.pass('orders');
  const after = (await r.client.get(services, key)).spec;
  assert.deepEqual(after?.ports, [{ ...before?.ports?.[0], port: 3310 }]);
  assert.equal(after?.clusterIP, before?.clusterIP);
});

function put(path: string, value: unknown): JsonPatchOperation {
  return { op: 'add', path, value };
}

function specOf(object: KubeObject): unknown {
  return 'spec' in object ? object.spec : undefined;
}
