/** @module The cache tells handlers what changed, and never goes back behind our own writes. */
import assert from 'node:assert/strict';
import { describe, type TestContext, test } from 'node:test';
import type { WatchEvent } from '../../../src/kube/client.ts';
import { type ConfigMap, configMaps } from '../../../src/kube/resources.ts';
import { Informer } from '../../../src/runtime/cache/informer.ts';
import { virtualClock } from '../virtual-clock.ts';
import { aConfigMap, added, deleted, handDrivenApi, modified, refusal } from './hand-driven-api.ts';

describe('an informer', () => {
  test('has synced, and only then, when the first list is complete', async (t) => {
    const { api, clock, informer } = start(t);
    await clock.settle();
    assert.equal(informer.hasSynced, false);
    api.list1().answer('10', [aConfigMap('a', 3)]);
    await informer.synced;
    assert.equal(informer.hasSynced, true);
    assert.equal(informer.lister.size, 1);
  });

  test('keeps frozen objects without managedFields', async (t) => {
    const { informer } = await synced(t, '10', [aConfigMap('a', 3, { managedFields: [{ manager: 'x' }] })]);
    const object = informer.lister.get({ namespace: 'ns', name: 'a' });
    assert.equal(object?.metadata.managedFields, undefined);
    assert.ok(Object.isFrozen(object) && Object.isFrozen(object?.metadata) && Object.isFrozen(object?.data));
  });

  test('tells initial objects, additions, updates and deletions', async (t) => {
    const { told, watch } = await synced(t, '10', [aConfigMap('a', 3)]);
    await watch(added(aConfigMap('b', 11)), modified(aConfigMap('a', 12)), deleted(aConfigMap('b', 13)));
    assert.deepEqual(told, ['add a@3 initial', 'add b@11', 'update a@3>12', 'delete b@13']);
  });

  test('is silent about an update to the resourceVersion that it has', async (t) => {
    const { told, watch } = await synced(t, '10', [aConfigMap('a', 3)]);
    await watch(modified(aConfigMap('a', 3)));
    assert.deepEqual(told, ['add a@3 initial']);
  });

  test('tells of every object on a resync', async (t) => {
    const { told, clock } = await synced(t, '10', [aConfigMap('a', 3), aConfigMap('b', 4)]);
    await clock.advance(30_000);
    assert.deepEqual(told.slice(2), ['update a@3>3 resync', 'update b@4>4 resync']);
    await clock.advance(30_000);
    assert.equal(told.length, 6);
  });

  test('tells a tombstone for each deletion that only a relist reveals, and the other differences', async (t) => {
    const before = [aConfigMap('gone', 3), aConfigMap('same', 4), aConfigMap('changed', 5)];
    const { told, relist } = await synced(t, '10', before);
    await relist('20', [aConfigMap('same', 4), aConfigMap('changed', 15), aConfigMap('new', 16)]);
    assert.deepEqual(told.slice(3), ['delete gone@3 tombstone', 'update changed@5>15', 'add new@16']);
  });

  test('tells a changed UID as a deletion and an addition, in a watch and in a relist', async (t) => {
    const { told, watch, relist } = await synced(t, '10', [aConfigMap('a', 3, { uid: 'one' })]);
    await watch(modified(aConfigMap('a', 11, { uid: 'two' })));
    assert.deepEqual(told.slice(1), ['delete a@3 tombstone', 'add a@11']);
    await relist('20', [aConfigMap('a', 15, { uid: 'three' })]);
    assert.deepEqual(told.slice(3), ['delete a@11 tombstone', 'add a@15']);
  });

  test('survives handlers that throw, and still calls the others', async (t) => {
    const { told, watch, informer, errors } = await synced(t, '10', [], {
      onAdd() {
        throw new Error('bad handler');
      },
    });
    await watch(added(aConfigMap('a', 11)), added(aConfigMap('b', 12)));
    assert.deepEqual(told, ['add a@11', 'add b@12']);
    assert.equal(informer.lister.size, 2);
    assert.deepEqual(errors, ['bad handler', 'bad handler']);
  });

  test('knows for how long it has not followed the server', async (t) => {
    const { api, clock, informer } = await synced(t, '10', []);
    api.watch1().open();
    await clock.advance(1000);
    assert.equal(informer.brokenForMs, 0);
    for (let tries = 0; tries < 3; tries += 1) {
      api.watch1().fail(refusal(503, 'ServiceUnavailable'));
      await clock.advance(20_000);
    }
    assert.equal(informer.brokenForMs, 60_000);
    api.watch1().open();
    assert.equal(informer.brokenForMs, 0);
  });
});

describe('a write of our own', () => {
  test('is in the cache at once, without a call of handlers, neither now nor when the watch tells it', async (t) => {
    const { told, watch, informer, versionOf } = await synced(t, '10', [aConfigMap('a', 3)]);
    informer.observeWrite(aConfigMap('a', 12));
    informer.observeWrite(aConfigMap('b', 13));
    assert.deepEqual([versionOf('a'), versionOf('b')], ['12', '13']);
    await watch(modified(aConfigMap('a', 12)), added(aConfigMap('b', 13)));
    assert.deepEqual(told, ['add a@3 initial']);
  });

  test('is not undone by older news', async (t) => {
    const { told, watch, informer, versionOf } = await synced(t, '10', [aConfigMap('a', 3)]);
    informer.observeWrite(aConfigMap('a', 15));
    await watch(modified(aConfigMap('a', 12)), modified(aConfigMap('a', 14)));
    assert.equal(versionOf('a'), '15');
    await watch(modified(aConfigMap('a', 16)));
    assert.equal(versionOf('a'), '16');
    assert.deepEqual(told.slice(1), ['update a@15>16']);
  });

  test('is ignored when the cache is newer, compared as numbers', async (t) => {
    const { watch, informer, versionOf } = await synced(t, '98', []);
    await watch(added(aConfigMap('a', 100)));
    informer.observeWrite(aConfigMap('a', 99));
    assert.equal(versionOf('a'), '100');
  });

  test('brings nothing back that was deleted meanwhile', async (t) => {
    const { watch, informer, versionOf } = await synced(t, '10', []);
    await watch(added(aConfigMap('a', 11)), deleted(aConfigMap('a', 12)));
    informer.observeWrite(aConfigMap('a', 11));
    assert.equal(versionOf('a'), undefined);
  });

  test('is not removed by the news that an older state was not selected any more', async (t) => {
    const { watch, informer, versionOf } = await synced(t, '10', [aConfigMap('a', 3)]);
    informer.observeWrite(aConfigMap('a', 15));
    await watch(deleted(aConfigMap('a', 12)));
    assert.equal(versionOf('a'), '15');
    await watch(deleted(aConfigMap('a', 16)));
    assert.equal(versionOf('a'), undefined);
  });

  test('goes when it is deleted', async (t) => {
    const { watch, informer, versionOf, told } = await synced(t, '10', []);
    informer.observeWrite(aConfigMap('a', 11));
    await watch(added(aConfigMap('a', 11)), deleted(aConfigMap('a', 12)));
    assert.equal(versionOf('a'), undefined);
    assert.deepEqual(told, ['delete a@12']);
  });

  test('outlives a relist that is older, and no other', async (t) => {
    const { informer, relist, versionOf } = await synced(t, '10', []);
    informer.observeWrite(aConfigMap('a', 20));
    await relist('15', []);
    assert.equal(versionOf('a'), '20');
    await relist('25', []);
    assert.equal(versionOf('a'), undefined);
  });

  test('does not outlive a server that was put back to an older state', async (t) => {
    const { informer, relist, versionOf } = await synced(t, '1000', []);
    informer.observeWrite(aConfigMap('a', 1001));
    await relist('50', []);
    assert.equal(versionOf('a'), undefined);
  });

  test('stays out of a cache that does not select it', async (t) => {
    const { informer, versionOf } = await synced(
      t,
      '10',
      [],
      {},
      { labelSelector: 'mine=yes', namespace: 'ns' },
    );
    informer.observeWrite(aConfigMap('unlabelled', 11));
    informer.observeWrite(aConfigMap('elsewhere', 12, { namespace: 'other', labels: { mine: 'yes' } }));
    informer.observeWrite(aConfigMap('mine', 13, { labels: { mine: 'yes' } }));
    assert.deepEqual(['unlabelled', 'elsewhere', 'mine'].map(versionOf), [undefined, undefined, '13']);
    assert.equal(informer.lister.size, 1);
  });
});

type Handler = Parameters<Informer<ConfigMap>['addHandler']>[0];

function start(t: TestContext, first: Handler = {}, selection: Informer<ConfigMap>['selection'] = {}) {
  const api = handDrivenApi();
  const clock = virtualClock();
  const told: string[] = [];
  const errors: string[] = [];
  const informer = new Informer<ConfigMap>({
    client: api,
    resource: configMaps,
    selection,
    clock,
    onHandlerError: (error) => errors.push(error instanceof Error ? error.message : ''),
  });
  informer.addHandler(first);
  informer.addHandler(diary(told));
  const stopped = new AbortController();
  t.after(() => stopped.abort());
  void informer.run(stopped.signal);
  return { api, clock, told, errors, informer };
}

async function synced(
  t: TestContext,
  resourceVersion: string,
  objects: readonly ConfigMap[],
  ...more: readonly [Handler?, Informer<ConfigMap>['selection']?]
) {
  const started = start(t, ...more);
  const { api, clock, informer } = started;
  await clock.settle();
  api.list1().answer(resourceVersion, objects);
  await clock.settle();
  return {
    ...started,
    watch: async (...events: readonly WatchEvent<ConfigMap>[]) => {
      api.watch1().send(...events);
      await clock.settle();
    },
    relist: async (version: string, listed: readonly ConfigMap[]) => {
      api.watch1().fail(refusal(410, 'Expired'));
      await clock.advance(2000);
      api.list1().answer(version, listed);
      await clock.settle();
    },
    versionOf: (name: string) => informer.lister.get({ namespace: 'ns', name })?.metadata.resourceVersion,
  };
}

function diary(told: string[]): Handler {
  const versionOf = ({ metadata }: ConfigMap) => metadata.resourceVersion;
  const named = (object: ConfigMap) => `${object.metadata.name}@${versionOf(object)}`;
  return {
    onAdd: (object, { initial }) => told.push(`add ${named(object)}${initial ? ' initial' : ''}`),
    onUpdate: (before, after, { resync }) =>
      told.push(`update ${named(before)}>${versionOf(after)}${resync ? ' resync' : ''}`),
    onDelete: (object, { tombstone }) => told.push(`delete ${named(object)}${tombstone ? ' tombstone' : ''}`),
  };
}
