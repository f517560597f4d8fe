import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import {
  coreEvents,
  deployments,
  type PersistentVolumeClaim,
  persistentVolumeClaims,
  pods,
  type Service,
  services,
} from '../../../src/kube/resources.ts';
import {
  endpointSlices,
  endpoints,
  nodes,
  persistentVolumes,
  serviceAccounts,
  storageClasses,
} from '../../../src/sandbox/controllers/kinds.ts';
import { aClaim, aContainer, aDeployment, aPod, aWorld, NAMESPACE, podIn } from './builders.ts';

function aService(spec: Partial<NonNullable<Service['spec']>> = {}): Service {
  return {
    apiVersion: 'v1',
    kind: 'Service',
    metadata: { namespace: NAMESPACE, name: 'ok' },
    spec: { selector: { app: 'ok' }, ports: [{ port: 3306, protocol: 'TCP' }], ...spec },
  };
}

const KEY = { namespace: NAMESPACE, name: 'ok' };

describe('a Service', () => {
  test('lists its pods as not ready first, then as ready, then no more', () => {
    const world = aWorld();
    world.create(services, aService());
    world.create(deployments, aDeployment());
    world.settle();
    assert.deepEqual(world.get(endpoints, KEY)?.subsets, []);
    world.advance(600);
    assert.equal(world.get(endpoints, KEY)?.subsets?.[0]?.notReadyAddresses?.length, 2);
    world.advance(2_000);
    const [subset] = world.get(endpoints, KEY)?.subsets ?? [];
    const ips = world.list(pods).map(({ status }) => status?.podIP);
    assert.deepEqual(subset?.addresses?.map(({ ip }) => ip).sort(), ips.sort());
    assert.equal(new Set(ips).size, 2);
    assert.deepEqual(subset?.ports, [{ port: 3306, protocol: 'TCP' }]);
    const [slice] = world.list(endpointSlices);
    assert.equal(slice?.metadata.labels?.['kubernetes.io/service-name'], 'ok');
    assert.deepEqual(
      slice?.endpoints?.map(({ conditions }) => conditions?.ready),
      [true, true],
    );
    world.delete(deployments, KEY);
    world.advance(100);
    assert.deepEqual(world.get(endpoints, KEY)?.subsets, []);
    world.advance(2_000);
    assert.deepEqual(world.list(endpointSlices)[0]?.endpoints, []);
  });

  test('resolves the name of a port in the pod', () => {
    const world = aWorld();
    const containers = [aContainer({ ports: [{ name: 'sql', containerPort: 3306 }] })];
    world.create(deployments, aDeployment({ pod: { containers } }));
    // The library types an int-or-string as an object.
    world.create(services, aService({ ports: [{ name: 'db', port: 33, targetPort: 'sql' as never }] }));
    world.advance(3_000);
    assert.deepEqual(world.get(endpoints, KEY)?.subsets?.[0]?.ports, [
      { name: 'db', port: 3306, protocol: 'TCP' },
    ]);
  });

  test('takes only pods with all of its labels', () => {
    const world = aWorld();
    world.create(services, aService({ selector: { app: 'ok', tier: 'x' } }));
    world.create(deployments, aDeployment());
    world.advance(3_000);
    assert.deepEqual(world.get(endpoints, KEY)?.subsets, []);
  });

  test('that is deleted takes its Endpoints and slice along', () => {
    const world = aWorld();
    world.create(services, aService());
    world.settle();
    assert.equal(world.list(endpointSlices).length, 1);
    world.delete(services, KEY);
    world.settle();
    assert.equal(world.list(endpoints).length, 0);
    assert.equal(world.list(endpointSlices).length, 0);
  });
});

describe('a claim', () => {
  const claimIn = (world: ReturnType<typeof aWorld>): PersistentVolumeClaim | undefined =>
    world.get(persistentVolumeClaims, { namespace: NAMESPACE, name: 'data' });
  const consumer = () =>
    aPod({
      securityContext: { fsGroup: 999 },
      volumes: [{ name: 'd', persistentVolumeClaim: { claimName: 'data' } }],
    });

  test('of the default class waits for a pod, then is bound to a volume', () => {
    const world = aWorld();
    world.create(persistentVolumeClaims, aClaim('data'));
    world.advance(5_000);
    assert.equal(claimIn(world)?.status?.phase, 'Pending');
    assert.ok(world.list(coreEvents).some(({ reason }) => reason === 'WaitForFirstConsumer'));
    world.create(pods, consumer());
    world.advance(3_000);
    const { spec, status } = claimIn(world) ?? {};
    assert.deepEqual([status?.phase, status?.capacity], ['Bound', { storage: '1Gi' }]);
    assert.equal(spec?.storageClassName, 'standard');
    const volume = world.get(persistentVolumes, { name: spec?.volumeName ?? '' });
    assert.equal(volume?.spec?.claimRef?.name, 'data');
    assert.equal(podIn(world).status?.phase, 'Running');
  });

  test('of an unknown class stays Pending and is told so once; its pod is unschedulable', () => {
    const world = aWorld();
    world.create(persistentVolumeClaims, aClaim('data', { storageClassName: 'fast' }));
    world.create(pods, consumer());
    world.advance(60_000);
    assert.equal(claimIn(world)?.status?.phase, 'Pending');
    const told = world.list(coreEvents).filter(({ reason }) => reason === 'ProvisioningFailed');
    assert.deepEqual(
      told.map(({ message, count }) => [message, count]),
      [['storageclass.storage.k8s.io "fast" not found', 1]],
    );
    assert.match(
      podIn(world).status?.conditions?.[0]?.message ?? '',
      /unbound immediate PersistentVolumeClaims/,
    );
    const [standard] = world.list(storageClasses);
    assert.ok(standard);
    world.create(storageClasses, { ...standard, metadata: { name: 'fast' }, volumeBindingMode: 'Immediate' });
    world.advance(10_000);
    assert.equal(claimIn(world)?.status?.phase, 'Bound');
    assert.equal(podIn(world).status?.phase, 'Running');
  });

  test('that a pod uses is kept until the pod is gone, and its volume goes with it', () => {
    const world = aWorld();
    world.create(persistentVolumeClaims, aClaim('data'));
    world.create(pods, consumer());
    world.advance(3_000);
    world.delete(persistentVolumeClaims, { namespace: NAMESPACE, name: 'data' });
    world.advance(3_000);
    assert.notEqual(claimIn(world), undefined);
    world.delete(pods, { namespace: NAMESPACE, name: 'db' });
    world.advance(1_000);
    assert.equal(claimIn(world), undefined);
    assert.equal(world.list(persistentVolumes).length, 0);
  });

  test('that asks for more becomes larger', () => {
    const world = aWorld();
    world.create(persistentVolumeClaims, aClaim('data'));
    world.create(pods, consumer());
    world.advance(3_000);
    const claim = claimIn(world);
    assert.ok(claim);
    world.update(persistentVolumeClaims, {
      ...claim,
      spec: { ...claim.spec, resources: { requests: { storage: '2Gi' } } },
    });
    world.advance(1_000);
    assert.deepEqual(claimIn(world)?.status?.capacity, { storage: '2Gi' });
    assert.deepEqual(world.list(persistentVolumes)[0]?.spec?.capacity, { storage: '2Gi' });
  });

  test('that is not there keeps its pod unscheduled until it is', () => {
    const world = aWorld();
    world.create(pods, consumer());
    world.advance(3_000);
    assert.match(
      podIn(world).status?.conditions?.[0]?.message ?? '',
      /persistentvolumeclaim "data" not found/,
    );
    world.create(persistentVolumeClaims, aClaim('data'));
    world.advance(5_000);
    assert.equal(podIn(world).status?.phase, 'Running');
  });
});

describe('a cluster', () => {
  test('has a ready node, a default storage class and a service account per namespace', () => {
    const world = aWorld();
    assert.deepEqual(
      world.list(nodes).map(({ metadata }) => metadata.name),
      ['sandbox'],
    );
    assert.equal(world.list(nodes)[0]?.status?.conditions?.[0]?.type, 'Ready');
    assert.deepEqual(
      world.list(storageClasses).map(({ metadata }) => metadata.name),
      ['standard'],
    );
    assert.deepEqual(
      world.list(serviceAccounts).map(({ metadata }) => metadata.name),
      ['default'],
    );
    world.delete(serviceAccounts, { namespace: NAMESPACE, name: 'default' });
    world.settle();
    assert.equal(world.list(serviceAccounts).length, 1);
  });
});
