import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { type Deployment, deployments, pods, replicaSets } from '../../../src/kube/resources.ts';
import { aContainer, aDeployment, aWorld, deploymentIn, NAMESPACE } from './builders.ts';
import type { MemoryWorld } from './memory-world.ts';

const KEY = { namespace: NAMESPACE, name: 'ok' };

/** Counts as `replicas/updated/ready/available/unavailable`, then the reasons, in the order in which they stand. */
function summary({ metadata, status }: Deployment): string {
  const { replicas, updatedReplicas, readyReplicas, availableReplicas, unavailableReplicas } = status ?? {};
  const counts = [replicas, updatedReplicas, readyReplicas, availableReplicas, unavailableReplicas];
  const reasons = (status?.conditions ?? []).map(({ reason }) => reason);
  const generations = `${status?.observedGeneration ?? '-'}<${metadata.generation}`;
  return [generations, counts.map((count) => count ?? '-').join('/'), ...reasons].join(' ');
}

/** The statuses a Deployment went through while `change` took effect, repetitions left out. */
function statusesDuring(world: MemoryWorld, ms: number, change: () => void): readonly string[] {
  const from = world.history.length;
  change();
  world.advance(ms);
  const seen = world.history
    .slice(from)
    .filter(({ resource, type }) => resource.plural === 'deployments' && type === 'MODIFIED')
    .map(({ object }) => summary(object as Deployment));
  return seen.filter((line, index) => line !== seen[index - 1]);
}

function change(world: MemoryWorld, spec: Partial<NonNullable<Deployment['spec']>>): void {
  const stored = deploymentIn(world);
  const before = stored.spec ?? { selector: {}, template: {} };
  world.update(deployments, { ...stored, spec: { ...before, ...spec } });
}

function template(world: MemoryWorld, label: string): NonNullable<Deployment['spec']>['template'] {
  const { template: before } = deploymentIn(world).spec ?? { template: {} };
  return { ...before, metadata: { labels: { app: 'ok', label } } };
}

function running(deployment: Deployment): MemoryWorld {
  const world = aWorld();
  world.create(deployments, deployment);
  world.advance(5_000);
  return world;
}

const sizes = (world: MemoryWorld) => world.list(replicaSets).map(({ spec }) => spec?.replicas);

describe('a Deployment goes through the statuses of a real one', () => {
  test('from its creation to the last pod ready', () => {
    const world = aWorld();
    const seen = statusesDuring(world, 5_000, () => world.create(deployments, aDeployment()));
    assert.deepEqual(seen.slice(1), [
      '1<1 -/-/-/-/2 NewReplicaSetCreated MinimumReplicasUnavailable',
      '1<1 2/2/-/-/2 MinimumReplicasUnavailable ReplicaSetUpdated',
      '1<1 2/2/1/1/1 MinimumReplicasUnavailable ReplicaSetUpdated',
      '1<1 2/2/2/2/- MinimumReplicasAvailable NewReplicaSetAvailable',
    ]);
  });

  test('through a rolling update of two pods', () => {
    const world = running(aDeployment());
    const seen = statusesDuring(world, 10_000, () => change(world, { template: template(world, 'new') }));
    assert.deepEqual(seen, [
      '1<2 2/2/2/2/- MinimumReplicasAvailable NewReplicaSetAvailable',
      '2<2 2/-/2/2/1 MinimumReplicasAvailable NewReplicaSetCreated',
      '2<2 3/1/2/2/1 MinimumReplicasAvailable ReplicaSetUpdated',
      '2<2 3/1/3/3/- MinimumReplicasAvailable ReplicaSetUpdated',
      '2<2 2/1/2/2/1 MinimumReplicasAvailable ReplicaSetUpdated',
      '2<2 3/2/2/2/1 MinimumReplicasAvailable ReplicaSetUpdated',
      '2<2 3/2/3/3/- MinimumReplicasAvailable ReplicaSetUpdated',
      '2<2 2/2/2/2/- MinimumReplicasAvailable NewReplicaSetAvailable',
    ]);
  });

  test('when it is scaled up, which is no rollout', () => {
    const world = running(aDeployment());
    const seen = statusesDuring(world, 5_000, () => change(world, { replicas: 3 }));
    assert.equal(seen.at(-1), '2<2 3/3/3/3/- NewReplicaSetAvailable MinimumReplicasAvailable');
    assert.ok(seen.includes('2<2 3/3/2/2/1 NewReplicaSetAvailable MinimumReplicasUnavailable'));
    assert.ok(seen.every((line) => line.includes('NewReplicaSetAvailable')));
  });
});

describe('a Deployment', () => {
  test('writes nothing once it is complete', () => {
    const world = running(aDeployment());
    const before = world.history.length;
    world.update(deployments, deploymentIn(world));
    world.advance(3_000_000);
    const writes = world.history.slice(before).filter(({ object }) => object.kind !== 'Event');
    assert.deepEqual(writes, []);
  });

  test('never has fewer available pods than maxUnavailable allows, nor more in all than maxSurge', () => {
    const world = running(
      aDeployment({ spec: { replicas: 4, strategy: { type: 'RollingUpdate', rollingUpdate: {} } } }),
    );
    const from = world.history.length;
    change(world, { template: template(world, 'new') });
    world.advance(20_000);
    const states = world.history
      .slice(from)
      .filter(({ object }) => object.kind === 'Deployment')
      .map(({ object }) => (object as Deployment).status);
    for (const status of states) {
      const { availableReplicas = 0, unavailableReplicas = 0 } = status ?? {};
      assert.ok(availableReplicas >= 3, JSON.stringify(status));
      // Unavailable is what the ReplicaSets ask for beyond what is available.
      assert.ok(availableReplicas + unavailableReplicas <= 5, JSON.stringify(status));
    }
    assert.deepEqual(sizes(world).sort(), [0, 4]);
  });

  test('with Recreate has no old pod left when the first new one is made', () => {
    const world = running(aDeployment({ spec: { replicas: 2, strategy: { type: 'Recreate' } } }));
    const from = world.history.length;
    change(world, { template: template(world, 'new') });
    world.advance(10_000);
    const events = world.history
      .slice(from)
      .filter(({ resource, type }) => resource.plural === 'pods' && type !== 'MODIFIED')
      .map(({ type }) => type);
    assert.deepEqual(events, ['DELETED', 'DELETED', 'ADDED', 'ADDED']);
    assert.equal(summary(deploymentIn(world)).split(' ')[1], '2/2/2/2/-');
  });

  test('that does not get ahead fails its progress deadline, and recovers', () => {
    const world = aWorld();
    const containers = [aContainer({ env: [] })];
    world.create(deployments, aDeployment({ spec: { progressDeadlineSeconds: 15 }, pod: { containers } }));
    world.advance(14_000);
    assert.match(summary(deploymentIn(world)), /ReplicaSetUpdated/);
    world.advance(4_000);
    assert.match(summary(deploymentIn(world)), /MinimumReplicasUnavailable ProgressDeadlineExceeded/);
    const good = aDeployment().spec?.template ?? {};
    change(world, { template: good });
    world.advance(10_000);
    assert.match(summary(deploymentIn(world)), /NewReplicaSetAvailable/);
  });

  test('returns to an earlier ReplicaSet, with a new revision, when its template returns', () => {
    const world = running(aDeployment());
    const first = template(world, 'first');
    change(world, { template: first });
    world.advance(10_000);
    const second = template(world, 'second');
    change(world, { template: second });
    world.advance(10_000);
    change(world, { template: first });
    world.advance(10_000);
    const revisions = world
      .list(replicaSets)
      .map(({ metadata }) => metadata.annotations?.['deployment.kubernetes.io/revision'])
      .sort();
    assert.deepEqual(revisions, ['1', '3', '4']);
    assert.equal(deploymentIn(world).metadata.annotations?.['deployment.kubernetes.io/revision'], '4');
  });

  test('keeps no more old ReplicaSets than its history limit', () => {
    const world = running(aDeployment({ spec: { replicas: 1, revisionHistoryLimit: 1 } }));
    for (const label of ['a', 'b', 'c']) {
      change(world, { template: template(world, label) });
      world.advance(10_000);
    }
    assert.equal(world.list(replicaSets).length, 2);
  });

  test('that is paused scales but does not roll out', () => {
    const world = running(aDeployment());
    change(world, { paused: true, template: template(world, 'new'), replicas: 3 });
    world.advance(5_000);
    assert.deepEqual(sizes(world), [3]);
    assert.match(summary(deploymentIn(world)), /DeploymentPaused/);
    change(world, { paused: false });
    world.advance(20_000);
    assert.deepEqual(sizes(world).sort(), [0, 3]);
  });

  test('takes back a ReplicaSet that it was separated from', () => {
    const world = running(aDeployment());
    const [set] = world.list(replicaSets);
    assert.ok(set);
    const { ownerReferences: _owner, ...metadata } = set.metadata;
    world.update(replicaSets, { ...set, metadata });
    world.delete(deployments, KEY);
    world.advance(1_000);
    assert.equal(world.list(pods).length, 2);
    world.create(deployments, aDeployment());
    world.advance(5_000);
    assert.deepEqual(
      world.list(replicaSets).map((stored) => stored.metadata.ownerReferences?.[0]?.uid),
      [deploymentIn(world).metadata.uid],
    );
  });

  test('waits minReadySeconds before a ready pod counts as available', () => {
    const world = aWorld();
    world.create(deployments, aDeployment({ spec: { minReadySeconds: 10 } }));
    world.advance(5_000);
    assert.equal(summary(deploymentIn(world)).split(' ')[1], '2/2/2/-/2');
    world.advance(10_000);
    assert.equal(summary(deploymentIn(world)).split(' ')[1], '2/2/2/2/-');
  });

  test('whose pods need a service account that is not there says so until it is', () => {
    const world = aWorld();
    world.create(deployments, aDeployment({ pod: { serviceAccountName: 'runner' } }));
    world.advance(5_000);
    const [set] = world.list(replicaSets);
    assert.equal(set?.status?.conditions?.[0]?.reason, 'FailedCreate');
    assert.match(set?.status?.conditions?.[0]?.message ?? '', /serviceaccount "runner" not found/);
    assert.equal(world.list(pods).length, 0);
  });
});
