import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { KubeObject, OwnerReference } from '../../../src/kube/object.ts';
import {
  configMaps,
  customResourceDefinitions,
  deployments,
  namespaces,
  pods,
  replicaSets,
  secrets,
} from '../../../src/kube/resources.ts';
import { aDeployment, aNamespace, aSecret, aWorld, deploymentIn, NAMESPACE } from './builders.ts';
import type { MemoryWorld } from './memory-world.ts';

const KEY = { namespace: NAMESPACE, name: 'ok' };

function map(name: string, owners: readonly OwnerReference[], namespace = NAMESPACE): KubeObject {
  return {
    apiVersion: 'v1',
    kind: 'ConfigMap',
    metadata: { namespace, name, ...(owners.length === 0 ? {} : { ownerReferences: owners }) },
  };
}

function refer(owner: KubeObject, given: Partial<OwnerReference> = {}): OwnerReference {
  const { name = '', uid = '' } = owner.metadata;
  return { apiVersion: owner.apiVersion, kind: owner.kind, name, uid, ...given };
}

const names = (world: MemoryWorld) =>
  world
    .list(configMaps, NAMESPACE)
    .map(({ metadata }) => metadata.name)
    .filter((name) => name !== 'kube-root-ca.crt');

function mark(world: MemoryWorld, finalizer: string): void {
  const stored = deploymentIn(world);
  world.update(deployments, { ...stored, metadata: { ...stored.metadata, finalizers: [finalizer] } });
  world.delete(deployments, KEY);
}

function withDeployment(): MemoryWorld {
  const world = aWorld();
  world.create(deployments, aDeployment());
  world.advance(5_000);
  return world;
}

describe('the garbage collector', () => {
  test('removes a Deployment with all below it, pods last', () => {
    const world = withDeployment();
    world.delete(deployments, KEY);
    world.advance(100);
    assert.equal(world.list(replicaSets).length, 0);
    assert.ok(world.list(pods).every(({ metadata }) => metadata.deletionTimestamp !== undefined));
    world.advance(1_000);
    assert.equal(world.list(pods).length, 0);
  });

  test('keeps what has an owner left, and drops the reference to the other', () => {
    const world = aWorld();
    const [a, b] = [world.create(secrets, aSecret('a', {})), world.create(secrets, aSecret('b', {}))];
    world.create(configMaps, map('shared', [refer(a), refer(b)]));
    world.create(configMaps, map('single', [refer(a)]));
    world.settle();
    world.delete(secrets, { namespace: NAMESPACE, name: 'a' });
    world.settle();
    assert.deepEqual(names(world), ['shared']);
    const [shared] = world.list(configMaps).filter(({ metadata }) => metadata.name === 'shared');
    assert.deepEqual(shared?.metadata.ownerReferences, [refer(b)]);
    world.delete(secrets, { namespace: NAMESPACE, name: 'b' });
    world.settle();
    assert.deepEqual(names(world), []);
  });

  test("goes by UID: a new owner of the same name does not keep the old one's children", () => {
    const world = aWorld();
    const old = world.create(secrets, aSecret('a', {}));
    world.create(configMaps, map('child', [refer(old)]));
    world.settle();
    world.delete(secrets, { namespace: NAMESPACE, name: 'a' });
    world.create(secrets, aSecret('a', {}));
    world.settle();
    assert.deepEqual(names(world), []);
  });

  test('removes what is created, or changed, to belong to nobody', () => {
    const world = aWorld();
    const nobody = { apiVersion: 'v1', kind: 'Secret', name: 'gone', uid: 'never' };
    world.create(configMaps, map('orphan', [nobody]));
    const free = world.create(configMaps, map('free', []));
    world.settle();
    assert.deepEqual(names(world), ['free']);
    world.update(configMaps, { ...free, metadata: { ...free.metadata, ownerReferences: [nobody] } });
    world.settle();
    assert.deepEqual(names(world), []);
  });

  test('in the foreground removes the owner after the last dependent that blocks it', () => {
    const world = withDeployment();
    mark(world, 'foregroundDeletion');
    world.advance(100);
    assert.notEqual(world.get(deployments, KEY), undefined);
    assert.equal(world.list(pods).length, 2);
    world.advance(2_000);
    assert.equal(world.list(pods).length, 0);
    assert.equal(world.list(replicaSets).length, 0);
    assert.equal(world.get(deployments, KEY), undefined);
    const order = world.history.filter(({ type, object }) => type === 'DELETED' && object.kind !== 'Event');
    assert.deepEqual(
      order.map(({ object }) => object.kind),
      ['Pod', 'Pod', 'ReplicaSet', 'Deployment'],
    );
  });

  test('in the foreground does not wait for a dependent that does not block', () => {
    const world = withDeployment();
    const child = map('child', [refer(deploymentIn(world))]);
    const metadata = { ...child.metadata, finalizers: ['example.com/hold'] };
    world.create(configMaps, { ...child, metadata });
    world.settle();
    mark(world, 'foregroundDeletion');
    world.advance(5_000);
    assert.equal(world.get(deployments, KEY), undefined);
    assert.deepEqual(names(world), ['child']);
  });

  test('leaves the dependents of an orphaning deletion alone', () => {
    const world = withDeployment();
    mark(world, 'orphan');
    world.advance(5_000);
    assert.equal(world.get(deployments, KEY), undefined);
    assert.equal(world.list(pods).length, 2);
    assert.deepEqual(
      world.list(replicaSets).map(({ metadata }) => metadata.ownerReferences),
      [undefined],
    );
  });
});

describe('a namespace that is deleted', () => {
  test('takes everything in it along, custom resources too, and nothing else', () => {
    const world = withDeployment();
    world.create(namespaces, aNamespace('other'));
    world.create(customResourceDefinitions, {
      apiVersion: 'apiextensions.k8s.io/v1',
      kind: 'CustomResourceDefinition',
      metadata: { name: 'things.example.com' },
      spec: {
        group: 'example.com',
        scope: 'Namespaced',
        names: { plural: 'things', kind: 'Thing' },
        versions: [{ name: 'v1', served: true, storage: true }],
      },
    });
    const things = { group: 'example.com', version: 'v1', plural: 'things', kind: 'Thing', namespaced: true };
    for (const namespace of [NAMESPACE, 'other']) {
      world.create(things, {
        apiVersion: 'example.com/v1',
        kind: 'Thing',
        metadata: { namespace, name: 'one' },
      });
    }
    world.settle();
    world.delete(namespaces, { name: NAMESPACE });
    world.advance(100);
    const [terminating] = world.list(namespaces);
    assert.equal(terminating?.status?.phase, 'Terminating');
    world.advance(5_000);
    assert.deepEqual(
      world.list(namespaces).map(({ metadata }) => metadata.name),
      ['other'],
    );
    assert.deepEqual(
      world.list(things).map(({ metadata }) => metadata.namespace),
      ['other'],
    );
    assert.equal(world.list(pods).length, 0);
  });

  test('stays, and says why, while something in it has a finalizer', () => {
    const world = aWorld();
    const held = map('held', []);
    world.create(configMaps, { ...held, metadata: { ...held.metadata, finalizers: ['example.com/hold'] } });
    world.settle();
    world.delete(namespaces, { name: NAMESPACE });
    world.advance(5_000);
    const [namespace] = world.list(namespaces);
    assert.deepEqual(
      namespace?.status?.conditions?.map(({ type }) => type),
      ['NamespaceContentRemaining', 'NamespaceFinalizersRemaining'],
    );
    assert.match(namespace?.status?.conditions?.[1]?.message ?? '', /configmaps\. has 1 resource instances/);
    const [stored] = world.list(configMaps, NAMESPACE);
    assert.ok(stored);
    const { finalizers: _held, ...metadata } = stored.metadata;
    world.update(configMaps, { ...stored, metadata });
    world.advance(1_000);
    assert.equal(world.list(namespaces).length, 0);
  });
});
