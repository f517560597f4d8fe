/** @module What the built-in controllers do: Deployments make ReplicaSets, those make Pods, and what is left behind goes. */
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { Answer } from '../support/api.ts';
import { valueAt } from '../support/api.ts';
import { eventually, type Ground, ground, items, ok } from './ground.ts';

describe('a Deployment', () => {
  test('gets a ReplicaSet of its template, and that its Pods, each controlled by the one above', async (t) => {
    const server = await deployed(t, 2);
    if (!server.hasControllers) return;
    const { api, path, namespace } = server;
    const pods = await podsOf(server, 2);
    const [set, ...others] = items(ok(await api.get(path('apps/v1', 'replicasets'))));
    assert.deepEqual(others, []);
    const hash = valueAt(set, 'metadata.labels.pod-template-hash');
    assert.equal(valueAt(set, 'metadata.name'), `d-${hash}`);
    assert.equal(valueAt(set, 'spec.replicas'), 2);
    assert.equal(valueAt(set, 'spec.selector.matchLabels.pod-template-hash'), hash);
    const deployment = ok(await api.get(path('apps/v1', 'deployments', 'd')));
    assert.deepEqual(controller(set), ['Deployment', 'd', deployment.at('metadata.uid'), true]);
    for (const pod of pods) {
      assert.deepEqual(controller(pod), ['ReplicaSet', `d-${hash}`, valueAt(set, 'metadata.uid'), true]);
      assert.match(String(valueAt(pod, 'metadata.name')), new RegExp(`^d-${hash}-[a-z0-9]{5}$`));
      assert.equal(valueAt(pod, 'metadata.namespace'), namespace);
      assert.equal(valueAt(pod, 'metadata.labels.a'), 'b');
    }
  });

  test('says in status what it has observed', async (t) => {
    const server = await deployed(t, 2);
    if (!server.hasControllers) return;
    const found = await eventually(
      () => server.api.get(server.path('apps/v1', 'deployments', 'd')),
      (answer) => answer.at('status.replicas') === 2,
    );
    assert.equal(found.at('status.observedGeneration'), 1);
    assert.equal(found.at('status.updatedReplicas'), 2);
    const conditions = found.at('status.conditions') as readonly { type: string }[];
    assert.deepEqual(conditions.map(({ type }) => type).sort(), ['Available', 'Progressing']);
    assert.equal(revisionOf(found.body), '1');
  });

  test('scaled down loses Pods, scaled to none all of them', async (t) => {
    const server = await deployed(t, 3);
    if (!server.hasControllers) return;
    await podsOf(server, 3);
    const url = server.path('apps/v1', 'deployments', 'd');
    ok(await server.api.patch(url, 'merge', { spec: { replicas: 1 } }));
    await podsOf(server, 1);
    ok(await server.api.patch(url, 'merge', { spec: { replicas: 0 } }));
    await podsOf(server, 0);
  });

  test('of another template gets a second ReplicaSet and a higher revision', async (t) => {
    const server = await deployed(t, 1);
    if (!server.hasControllers) return;
    await podsOf(server, 1);
    const url = server.path('apps/v1', 'deployments', 'd');
    ok(
      await server.api.patch(url, 'merge', { spec: { template: { metadata: { annotations: { x: 'y' } } } } }),
    );
    const sets = await eventually(
      () => server.api.get(server.path('apps/v1', 'replicasets')),
      (answer) => items(answer).length === 2,
    );
    const revisions = items(sets).map((set) => revisionOf(set));
    assert.deepEqual(revisions.sort(), ['1', '2']);
  });

  test('with Recreate has no Pod of the new template before the old ones are gone', async (t) => {
    const server = await deployed(t, 1, { strategy: { type: 'Recreate' } });
    if (!server.hasControllers) return;
    const [old] = await podsOf(server, 1);
    const watch = await server.api.watch(`${server.path('v1', 'pods')}?watch=true&labelSelector=a%3Db`);
    const url = server.path('apps/v1', 'deployments', 'd');
    ok(
      await server.api.patch(url, 'merge', { spec: { template: { metadata: { annotations: { x: 'y' } } } } }),
    );
    let isOldGone = false;
    for (let event = await watch.next(); ; event = await watch.next()) {
      assert.ok(event !== undefined);
      const isOld = event.at('metadata.uid') === valueAt(old, 'metadata.uid');
      if (isOld && event.type === 'DELETED') isOldGone = true;
      if (!isOld) break;
    }
    assert.ok(isOldGone, 'the new Pod came first');
    watch.close();
  });

  test('deleted takes its ReplicaSet and Pods with it', async (t) => {
    const server = await deployed(t, 1);
    if (!server.hasControllers) return;
    await podsOf(server, 1);
    ok(await server.api.delete(server.path('apps/v1', 'deployments', 'd')));
    await podsOf(server, 0);
    await eventually(
      () => server.api.get(server.path('apps/v1', 'replicasets')),
      (answer) => items(answer).length === 0,
    );
  });

  test('whose Pod is deleted gets another', async (t) => {
    const server = await deployed(t, 1);
    if (!server.hasControllers) return;
    const [pod] = await podsOf(server, 1);
    ok(await server.api.delete(server.path('v1', 'pods', String(valueAt(pod, 'metadata.name')))));
    await eventually(
      () => server.api.get(`${server.path('v1', 'pods')}?labelSelector=a%3Db`),
      (answer) => {
        const living = items(answer).filter(
          (one) => valueAt(one, 'metadata.deletionTimestamp') === undefined,
        );
        return living.length === 1 && valueAt(living[0], 'metadata.uid') !== valueAt(pod, 'metadata.uid');
      },
    );
  });
});

test('a new namespace gets its default service account', async (t) => {
  const server = await ground(t);
  if (!server.hasControllers) return;
  await eventually(
    () => server.api.get(server.path('v1', 'serviceaccounts', 'default')),
    ({ status }) => status === 200,
  );
});

async function deployed(
  t: Parameters<typeof ground>[0],
  replicas: number,
  more: object = {},
): Promise<Ground> {
  const server = await ground(t);
  const template = {
    metadata: { labels: { a: 'b' } },
    spec: { containers: [{ name: 'c', image: 'mysql:8.4' }] },
  };
  const spec = { replicas, selector: { matchLabels: { a: 'b' } }, template, ...more };
  ok(await server.api.post(server.path('apps/v1', 'deployments'), { metadata: { name: 'd' }, spec }), 201);
  return server;
}

/** The Pods of the Deployment, once there are so many that are not being deleted. */
async function podsOf(server: Ground, count: number): Promise<readonly unknown[]> {
  const living = (answer: Answer) =>
    items(answer).filter((pod) => valueAt(pod, 'metadata.deletionTimestamp') === undefined);
  const answer = await eventually(
    () => server.api.get(`${server.path('v1', 'pods')}?labelSelector=a%3Db`),
    (list) => living(list).length === count,
  );
  return living(answer);
}

function controller(object: unknown): readonly unknown[] {
  const owner = valueAt(object, 'metadata.ownerReferences.0');
  return ['kind', 'name', 'uid', 'controller'].map((part) => valueAt(owner, part));
}

function revisionOf(object: unknown): unknown {
  const annotations = valueAt(object, 'metadata.annotations') as
    | Readonly<Record<string, unknown>>
    | undefined;
  return annotations?.['deployment.kubernetes.io/revision'];
}
