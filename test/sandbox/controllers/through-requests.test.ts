import assert from 'node:assert/strict';
import { describe, type TestContext, test } from 'node:test';
import type { KubeObject } from '../../../src/kube/object.ts';
import type { Resource } from '../../../src/kube/resource.ts';
import {
  coreEvents,
  deployments,
  namespaces,
  persistentVolumeClaims,
  pods,
  replicaSets,
  secrets,
  services,
} from '../../../src/kube/resources.ts';
import { createClient } from '../../../src/kube/rest-client.ts';
import { isForbidden, isNamespaceTerminating, isNotFound } from '../../../src/kube/status-error.ts';
import { endpointSlices, endpoints, nodes, serviceAccounts } from '../../../src/sandbox/controllers/kinds.ts';
import { openSandbox } from '../../../src/sandbox/sandbox.ts';
import { virtualClock } from '../../runtime/virtual-clock.ts';
import { aClaim, aContainer, aDeployment, aSecret, NAMESPACE } from './builders.ts';

const KEY = { namespace: NAMESPACE, name: 'ok' };
const serviceOk = {
  apiVersion: 'v1',
  kind: 'Service',
  metadata: KEY,
  spec: { selector: { app: 'ok' }, ports: [{ port: 3306 }] },
};

/** A sandbox in memory whose time the test moves; requests make it catch up. */
function aSandbox(t: TestContext) {
  const clock = virtualClock();
  const sandbox = openSandbox({ file: ':memory:', clock });
  t.after(() => sandbox.close());
  const client = createClient(sandbox.transport(), { clock });
  const list = async <T extends KubeObject>(resource: Resource<T>) =>
    (await client.list(resource, { namespace: resource.namespaced ? NAMESPACE : undefined })).items;
  const advance = (ms: number) => clock.advance(ms);
  return { client, clock, list, advance };
}

describe('over requests', () => {
  test('a cluster is furnished before the first one', async (t) => {
    const { list } = aSandbox(t);
    assert.deepEqual(
      (await list(nodes)).map(({ metadata }) => metadata.name),
      ['sandbox'],
    );
    assert.deepEqual(
      (await list(serviceAccounts)).map(({ metadata }) => metadata.name),
      ['default'],
    );
  });

  test('a Deployment with a password becomes available, and its Service reaches the pods', async (t) => {
    const { client, list, advance } = aSandbox(t);
    await client.create(secrets, aSecret('creds', { password: 'x' }));
    await client.create(services, serviceOk);
    const env = [
      { name: 'MARIADB_ROOT_PASSWORD', valueFrom: { secretKeyRef: { name: 'creds', key: 'password' } } },
    ];
    await client.create(deployments, aDeployment({ pod: { containers: [aContainer({ env })] } }));
    await advance(3_000);
    const { status, metadata } = await client.get(deployments, KEY);
    assert.equal(status?.observedGeneration, metadata.generation);
    assert.deepEqual([status?.replicas, status?.updatedReplicas, status?.availableReplicas], [2, 2, 2]);
    const [subset] = (await client.get(endpoints, KEY)).subsets ?? [];
    assert.equal(subset?.addresses?.length, 2);
    assert.equal((await list(endpointSlices)).length, 1);
    assert.equal(
      (await list(pods)).every(({ status: pod }) => pod?.phase === 'Running'),
      true,
    );
  });

  test('the same Deployment without one crashes, and its events say why', async (t) => {
    const { client, list, advance } = aSandbox(t);
    await client.create(deployments, aDeployment({ pod: { containers: [aContainer({ env: [] })] } }));
    await advance(5_000);
    const [pod] = await list(pods);
    const [container] = pod?.status?.containerStatuses ?? [];
    assert.equal(container?.state?.waiting?.reason, 'CrashLoopBackOff');
    assert.match(container?.lastState?.terminated?.message ?? '', /MARIADB_ROOT_PASSWORD/);
    assert.ok((await list(coreEvents)).some(({ reason }) => reason === 'BackOff'));
  });

  test('scaling and a new template roll out', async (t) => {
    const { client, list, advance } = aSandbox(t);
    await client.create(deployments, aDeployment());
    await advance(3_000);
    const body = { spec: { replicas: 3, template: { metadata: { labels: { v: '2' } } } } };
    await client.patch(deployments, KEY, { type: 'merge', body });
    await advance(15_000);
    const { status } = await client.get(deployments, KEY);
    assert.deepEqual([status?.replicas, status?.updatedReplicas, status?.readyReplicas], [3, 3, 3]);
    assert.equal((await list(replicaSets)).length, 2);
    assert.equal((await list(pods)).length, 3);
  });

  for (const propagationPolicy of ['Background', 'Foreground'] as const) {
    test(`a deletion in the ${propagationPolicy.toLowerCase()} leaves nothing`, async (t) => {
      const { client, list, advance } = aSandbox(t);
      await client.create(deployments, aDeployment());
      await advance(3_000);
      await client.delete(deployments, KEY, { propagationPolicy });
      await advance(3_000);
      await assert.rejects(client.get(deployments, KEY), isNotFound);
      assert.equal((await list(replicaSets)).length, 0);
      assert.equal((await list(pods)).length, 0);
    });
  }

  test('an orphaning deletion leaves the pods, and a new Deployment takes them over', async (t) => {
    const { client, list, advance } = aSandbox(t);
    await client.create(deployments, aDeployment());
    await advance(3_000);
    const before = (await list(pods)).map(({ metadata }) => metadata.uid);
    await client.delete(deployments, KEY, { propagationPolicy: 'Orphan' });
    await advance(1_000);
    await assert.rejects(client.get(deployments, KEY), isNotFound);
    const { metadata } = await client.create(deployments, aDeployment());
    await advance(3_000);
    assert.deepEqual(
      (await list(pods)).map((pod) => pod.metadata.uid),
      before,
    );
    const owners = (await list(replicaSets)).map((set) => set.metadata.ownerReferences?.[0]?.uid);
    assert.deepEqual(owners, [metadata.uid]);
  });

  test('a deleted pod is replaced', async (t) => {
    const { client, list, advance } = aSandbox(t);
    await client.create(deployments, aDeployment());
    await advance(3_000);
    const [first] = await list(pods);
    assert.ok(first);
    await client.delete(pods, { namespace: NAMESPACE, name: first.metadata.name ?? '' });
    const [terminating] = (await list(pods)).filter(({ metadata }) => metadata.deletionTimestamp);
    assert.equal(terminating?.metadata.uid, first.metadata.uid);
    await advance(3_000);
    const after = await list(pods);
    assert.equal(after.length, 2);
    assert.equal(
      after.some(({ metadata }) => metadata.uid === first.metadata.uid),
      false,
    );
  });

  test('a terminating namespace takes nothing new, then goes with all that is in it', async (t) => {
    const { client, advance } = aSandbox(t);
    await client.create(namespaces, { apiVersion: 'v1', kind: 'Namespace', metadata: { name: 'gone' } });
    const deployment = aDeployment();
    await client.create(deployments, { ...deployment, metadata: { namespace: 'gone', name: 'ok' } });
    await advance(3_000);
    await client.delete(namespaces, { name: 'gone' });
    const late = { ...aSecret('late', {}), metadata: { namespace: 'gone', name: 'late' } };
    await assert.rejects(
      client.create(secrets, late),
      (error) => isForbidden(error) && isNamespaceTerminating(error),
    );
    await advance(5_000);
    await assert.rejects(client.get(namespaces, { name: 'gone' }), isNotFound);
    assert.equal((await client.list(pods)).items.length, 0);
  });

  test('a claim is bound when a pod needs it, and kept while one uses it', async (t) => {
    const { client, list, advance } = aSandbox(t);
    await client.create(persistentVolumeClaims, aClaim('data'));
    const containers = [aContainer({ volumeMounts: [{ name: 'd', mountPath: '/var/lib/mysql' }] })];
    const volumes = [{ name: 'd', persistentVolumeClaim: { claimName: 'data' } }];
    const pod = { containers, volumes, securityContext: { fsGroup: 999 } };
    await client.create(
      deployments,
      aDeployment({ pod, spec: { replicas: 1, strategy: { type: 'Recreate' } } }),
    );
    await advance(3_000);
    assert.equal((await list(persistentVolumeClaims))[0]?.status?.phase, 'Bound');
    assert.equal((await client.get(deployments, KEY)).status?.availableReplicas, 1);
    await client.delete(persistentVolumeClaims, { namespace: NAMESPACE, name: 'data' });
    await advance(1_000);
    assert.equal((await list(persistentVolumeClaims)).length, 1);
    await client.delete(deployments, KEY);
    await advance(3_000);
    assert.equal((await list(persistentVolumeClaims)).length, 0);
  });

  test('a world that nobody looks at moves on all the same', async (t) => {
    const { client, clock } = aSandbox(t);
    await client.create(deployments, aDeployment());
    await clock.advance(10_000);
    assert.equal((await client.get(deployments, KEY)).status?.availableReplicas, 2);
    await clock.advance(30 * 86_400_000);
    assert.equal((await client.get(deployments, KEY)).status?.availableReplicas, 2);
  });

  test('a cluster at rest stores nothing, however long it is left alone', async (t) => {
    const { client, advance } = aSandbox(t);
    await client.create(deployments, aDeployment());
    await advance(5_000);
    const version = async () => (await client.list(coreEvents)).metadata.resourceVersion;
    const before = await version();
    await advance(20_000);
    assert.equal(await version(), before);
  });
});
