/** @module A change wakes the instance that it concerns, and no other. */
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { DatabaseManager } from '../../src/api/database-manager.ts';
import { INSTANCE_LABEL, labelValue } from '../../src/core/labels.ts';
import type { KubeObject, ObjectMeta } from '../../src/kube/object.ts';
import { Indexer } from '../../src/runtime/cache/indexer.ts';
import {
  childHandler,
  instanceHandler,
  instanceIndices,
} from '../../src/runtime/database-manager-handlers.ts';
import { RateLimitingQueue } from '../../src/runtime/workqueue/rate-limiting-queue.ts';
import { virtualClock } from './virtual-clock.ts';

const LONG = `${'n'.repeat(70)}`;

describe('a child', () => {
  const cases: readonly {
    readonly name: string;
    readonly child: KubeObject;
    readonly wakes: readonly string[];
  }[] = [
    { name: 'wakes its controller', child: aChild(ownedBy('orders')), wakes: ['ns/orders'] },
    {
      name: 'wakes it whatever version of the group its reference names',
      child: aChild(ownedBy('orders', { apiVersion: 'coolops.cn/v2' })),
      wakes: ['ns/orders'],
    },
    {
      name: 'of an owner that is no controller wakes nobody',
      child: aChild(ownedBy('orders', { controller: false })),
      wakes: [],
    },
    { name: 'of another kind wakes nobody', child: aChild(ownedBy('orders', { kind: 'Other' })), wakes: [] },
    {
      name: 'of another group wakes nobody',
      child: aChild(ownedBy('orders', { apiVersion: 'example.org/v1' })),
      wakes: [],
    },
    { name: 'of an instance that is gone wakes nobody', child: aChild(ownedBy('gone')), wakes: [] },
    {
      name: 'in another namespace wakes nobody',
      child: aChild({ ...ownedBy('orders'), namespace: 'other' }),
      wakes: [],
    },
    {
      name: 'without owner wakes the instance of its label',
      child: aChild(labelled('orders')),
      wakes: ['ns/orders'],
    },
    {
      name: 'finds an instance whose name is too long for a label',
      child: aChild(labelled(labelValue(LONG))),
      wakes: [`ns/${LONG}`],
    },
    { name: 'without owner or label wakes nobody', child: aChild({}), wakes: [] },
    {
      name: 'controlled by another is not found by its label',
      child: aChild({ ...labelled('orders'), ...ownedBy('x', { kind: 'Other' }) }),
      wakes: [],
    },
  ];
  for (const { name, child, wakes } of cases) {
    test(name, async () => {
      for (const change of ['add', 'update', 'delete'] as const) {
        const { queue, children } = handlers();
        if (change === 'add') children.onAdd?.(child, { initial: false });
        else if (change === 'update') children.onUpdate?.(child, child, { resync: false });
        else children.onDelete?.(child, { tombstone: true });
        assert.deepEqual(await waiting(queue), wakes, change);
      }
    });
  }

  test('that changes hands wakes both', async () => {
    const { queue, children } = handlers();
    children.onUpdate?.(aChild(ownedBy('orders')), aChild(ownedBy(LONG)), { resync: false });
    assert.deepEqual(new Set(await waiting(queue)), new Set(['ns/orders', `ns/${LONG}`]));
  });

  test('wakes nobody on start and resync: its owner wakes by itself', async () => {
    const { queue, children } = handlers();
    const child = aChild(ownedBy('orders'));
    children.onAdd?.(child, { initial: true });
    children.onUpdate?.(child, child, { resync: true });
    assert.deepEqual(await waiting(queue), []);
  });
});

describe('an instance', () => {
  test('waits behind a change when it is only listed or resynced', async () => {
    const { queue, instances } = handlers();
    instances.onAdd?.(anInstance('listed'), { initial: true });
    instances.onUpdate?.(anInstance('resynced'), anInstance('resynced'), { resync: true });
    instances.onAdd?.(anInstance('created'), { initial: false });
    assert.deepEqual(await waiting(queue), ['ns/created', 'ns/listed', 'ns/resynced']);
  });

  test('with a new spec gets a new chance at once', async () => {
    const { queue, instances } = handlers();
    for (let failures = 0; failures < 10; failures += 1) queue.addRateLimited('ns/orders');
    instances.onUpdate?.(anInstance('orders', 1), anInstance('orders', 2), { resync: false });
    assert.equal(queue.numRequeues('ns/orders'), 0);
    assert.deepEqual(await waiting(queue), ['ns/orders']);
  });

  test('that failed is not brought forward by a resync, and keeps its count when only its status changes', async () => {
    const { queue, instances } = handlers();
    queue.addRateLimited('ns/orders');
    instances.onUpdate?.(anInstance('orders', 1), anInstance('orders', 1), { resync: true });
    assert.deepEqual(await waiting(queue), []);
    instances.onUpdate?.(anInstance('orders', 1), anInstance('orders', 1), { resync: false });
    assert.equal(queue.numRequeues('ns/orders'), 1);
    assert.deepEqual(await waiting(queue), ['ns/orders']);
  });

  test('is looked at once more when it is gone', async () => {
    const { queue, instances } = handlers();
    instances.onDelete?.(anInstance('orders'), { tombstone: false });
    assert.deepEqual(await waiting(queue), ['ns/orders']);
  });
});

function handlers() {
  const queue = new RateLimitingQueue(virtualClock());
  const lister = new Indexer<DatabaseManager>(instanceIndices);
  lister.replace([anInstance('orders'), anInstance(LONG)]);
  return { queue, instances: instanceHandler(queue), children: childHandler(queue, () => [lister]) };
}

async function waiting(queue: RateLimitingQueue): Promise<readonly string[]> {
  const keys: string[] = [];
  for (let left = queue.length; left > 0; left -= 1) {
    const key = await queue.get();
    if (key !== undefined) keys.push(key);
  }
  return keys;
}

function anInstance(name: string, generation = 1): DatabaseManager {
  const metadata = { namespace: 'ns', name, uid: `uid-${name}`, generation };
  return { apiVersion: 'coolops.cn/v1alpha1', kind: 'DatabaseManager', metadata, spec: {} };
}

function aChild(metadata: ObjectMeta): KubeObject {
  return {
    apiVersion: 'apps/v1',
    kind: 'Deployment',
    metadata: { namespace: 'ns', name: 'child', ...metadata },
  };
}

function ownedBy(
  name: string,
  differing: { readonly apiVersion?: string; readonly kind?: string; readonly controller?: boolean } = {},
): ObjectMeta {
  const reference = { apiVersion: 'coolops.cn/v1alpha1', kind: 'DatabaseManager', controller: true };
  return { ownerReferences: [{ ...reference, name, uid: `uid-${name}`, ...differing }] };
}

function labelled(value: string): ObjectMeta {
  return { labels: { [INSTANCE_LABEL]: value } };
}
