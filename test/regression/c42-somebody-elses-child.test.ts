import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { findCondition } from '../../src/api/conditions.ts';
import type { Client } from '../../src/kube/client.ts';
import type { KubeObject } from '../../src/kube/object.ts';
import { controllerOf } from '../../src/kube/object.ts';
import type { Resource } from '../../src/kube/resource.ts';
import {
  configMaps,
  type Deployment,
  deployments,
  persistentVolumeClaims,
  secrets,
  services,
} from '../../src/kube/resources.ts';
import { withReconciler } from '../support/reconciler.ts';

const payments = { app: 'payments' };
const web = { containers: [{ name: 'web', image: 'registry.example.test/payments:1' }] };
const claim = { accessModes: ['ReadWriteOnce'], resources: { requests: { storage: '1Gi' } } };

const foreign: readonly (readonly [Resource, string, Readonly<Record<string, unknown>>])[] = [
  [
    deployments,
    'shared-db',
    {
      spec: {
        replicas: 2,
        selector: { matchLabels: payments },
        template: { metadata: { labels: payments }, spec: web },
      },
    },
  ],
  [services, 'shared-db', { spec: { ports: [{ port: 80 }], selector: payments } }],
  [secrets, 'shared-db-credentials', { data: { 'root-password': 'eA==' } }],
  [configMaps, 'shared-db-config', { data: { a: 'b' } }],
  [persistentVolumeClaims, 'shared-db-data', { spec: claim }],
];

describe('C42: a child that somebody else has', () => {
  for (const [resource, name, body] of foreign) {
    test(`${resource.kind}: is left as it is, and the instance says so`, async (t) => {
      const r = await withReconciler(t);
      const { kind } = resource;
      const apiVersion = resource.group === '' ? 'v1' : 'apps/v1';
      const object = {
        apiVersion,
        kind,
        metadata: { name, namespace: r.namespace, labels: { team: 'payments' } },
        ...body,
      };
      await r.client.create<KubeObject>(resource, object, { fieldManager: 'somebody' });
      await r.wait(2_000);
      const before = await settled(() =>
        r.client.get<KubeObject>(resource, { namespace: r.namespace, name }),
      );
      await r.declare('twin-a', { deploymentName: 'shared-db', config: 'a=1', storage: { size: '1Gi' } });
      const result = await r.pass('twin-a');
      assert.deepEqual([result.outcome, result.reason], ['stalled', 'ResourceExists']);
      assert.deepEqual(
        result.actions.map(({ verb }) => verb),
        ['status'],
      );
      const [event] = r.takeEvents();
      assert.deepEqual(
        [event?.type, event?.reason, event?.message],
        [
          'Warning',
          'ErrResourceExists',
          `Resource "${name}" already exists and is not managed by DatabaseManager`,
        ],
      );
      const after = await r.client.get<KubeObject>(resource, { namespace: r.namespace, name });
      assert.equal(after.metadata.resourceVersion, before.metadata.resourceVersion);
      const { conditions } = (await r.get('twin-a')).status ?? {};
      assert.equal(findCondition(conditions, 'Ready')?.status, 'False');
      assert.equal(findCondition(conditions, 'Stalled')?.status, 'True');
    });
  }

  test('and that a cache does not show: is looked for before anything is made', async (t) => {
    const r = await withReconciler(t);
    const [first] = foreign;
    assert.ok(first);
    const [, name, body] = first;
    const object = {
      apiVersion: 'apps/v1',
      kind: 'Deployment',
      metadata: { name, namespace: r.namespace },
      ...body,
    };
    const before = await r.client.create<Deployment>(deployments, object as Deployment);
    await r.declare('twin-a', { deploymentName: name });
    const blind = { ...r.client, get: blindTo(deployments, r.client.get) };
    const result = await r.pass('twin-a', { reader: blind });
    assert.deepEqual([result.outcome, result.reason], ['stalled', 'ResourceExists']);
    const after = await r.client.get(deployments, { namespace: r.namespace, name });
    assert.deepEqual(after.spec, before.spec);
    const { items } = await r.client.list(services, { namespace: r.namespace });
    assert.deepEqual(items, []);
  });

  test('of two instances that claim one Deployment the first has it, stably', async (t) => {
    const r = await withReconciler(t);
    const { metadata } = await r.declare('twin-a', { dbtype: 'mysql', deploymentName: 'shared-db' });
    await r.declare('twin-b', { dbtype: 'mariadb', deploymentName: 'shared-db', replicas: 5 });
    await r.until('twin-a');
    const read = () => r.client.get(deployments, { namespace: r.namespace, name: 'shared-db' });
    const before = await read();
    for (let pass = 0; pass < 3; pass++) {
      assert.equal((await r.pass('twin-b')).reason, 'ResourceExists');
      assert.equal((await r.pass('twin-a')).outcome, 'converged');
    }
    const after = await read();
    assert.equal(after.metadata.generation, before.metadata.generation);
    assert.equal(controllerOf(after)?.uid, metadata.uid);
  });

  test('of two at the same moment too: neither takes a part and leaves the other without', async (t) => {
    const r = await withReconciler(t);
    await r.declare('twin-a', { deploymentName: 'shared-db' });
    await r.declare('twin-b', { deploymentName: 'shared-db' });
    const create: Client['create'] = async (resource, ...rest) => {
      if (resource.plural === services.plural) await r.pass('twin-b');
      return await r.client.create(resource, ...rest);
    };
    await r.pass('twin-a', { writer: { ...r.client, create } });
    await r.until('twin-a');
    assert.equal((await r.pass('twin-b')).reason, 'ResourceExists');
  });
});

/** Waits until the built-in controllers have nothing more to say about the object. */
async function settled<T extends KubeObject>(read: () => Promise<T>): Promise<T> {
  let last = await read();
  for (let same = 0; same < 5; ) {
    const next = await read();
    same = next.metadata.resourceVersion === last.metadata.resourceVersion ? same + 1 : 0;
    last = next;
  }
  return last;
}

type Get = <T extends KubeObject>(
  resource: Resource<T>,
  key: { namespace?: string; name: string },
) => Promise<T>;

/** A reader whose cache has not seen any object of the collection. */
function blindTo(hidden: Resource, get: Get): Get {
  return (resource, key) =>
    get(resource, resource.plural === hidden.plural ? { ...key, name: `${key.name}-not-seen-yet` } : key);
}
