/** @module The reflector lets the server stream the initial state, and lists where it does not. */
import assert from 'node:assert/strict';
import { describe, type TestContext, test } from 'node:test';
import { configMaps } from '../../../src/kube/resources.ts';
import { type Status, StatusError } from '../../../src/kube/status-error.ts';
import { ConnectionError } from '../../../src/kube/transport.ts';
import { Informer } from '../../../src/runtime/cache/informer.ts';
import { virtualClock } from '../virtual-clock.ts';
import {
  aConfigMap,
  added,
  bookmark,
  deleted,
  handDrivenApi,
  initialEnd,
  modified,
  refusal,
} from './hand-driven-api.ts';

describe('a stream', () => {
  test('is asked for as the API wants it, and is the only request', async (t) => {
    const { api, clock } = await start(t);
    const { sendInitialEvents, resourceVersionMatch, allowWatchBookmarks, ...options } = api.watch1().options;
    assert.deepEqual(
      { sendInitialEvents, resourceVersionMatch, allowWatchBookmarks },
      { sendInitialEvents: true, resourceVersionMatch: 'NotOlderThan', allowWatchBookmarks: true },
    );
    assert.equal(options.resourceVersion, undefined);
    assert.ok((options.timeoutSeconds ?? 0) >= 300);
    api.watch1().open();
    api.watch1().send(added(aConfigMap('a', 3)), initialEnd('10'), added(aConfigMap('b', 11)));
    await clock.settle();
    assert.equal(api.total, 1);
  });

  test('fills the cache at once when the bookmark comes that ends the initial state, not before', async (t) => {
    const { api, clock, informer, told } = await start(t);
    api.watch1().open();
    api.watch1().send(added(aConfigMap('a', 3)), bookmark('9'), added(aConfigMap('b', 7)));
    await clock.settle();
    assert.deepEqual([informer.hasSynced, informer.lister.size, told.length], [false, 0, 0]);
    api.watch1().send(initialEnd('10'));
    await clock.advance(1000);
    assert.deepEqual(told, ['initial a@3', 'initial b@7']);
    assert.deepEqual([informer.hasSynced, informer.brokenForMs], [true, 0]);
    api.watch1().send(modified(aConfigMap('a', 12)), deleted(aConfigMap('b', 13)));
    await clock.settle();
    assert.deepEqual(told.slice(2), ['update a@12', 'delete b@13']);
  });

  test('takes changes that come before the end into the initial state', async (t) => {
    const { api, clock, told } = await start(t);
    api.watch1().open();
    api.watch1().send(added(aConfigMap('a', 3)), added(aConfigMap('b', 4)), modified(aConfigMap('a', 8)));
    api.watch1().send(deleted(aConfigMap('b', 9)), initialEnd('9'));
    await clock.settle();
    assert.deepEqual(told, ['initial a@8']);
  });

  test('that ends is followed by a watch from the last version, that of the bookmark too', async (t) => {
    const { api, clock } = await streaming(t, '10');
    await clock.advance(2000);
    api.watch1().end();
    await clock.settle();
    const { sendInitialEvents, resourceVersion } = api.watch1().options;
    assert.deepEqual(
      { sendInitialEvents, resourceVersion },
      { sendInitialEvents: undefined, resourceVersion: '10' },
    );
    api.watch1().send(added(aConfigMap('b', 11)));
    api.watch1().end();
    await clock.settle();
    assert.equal(api.watch1().options.resourceVersion, '11');
  });

  test('starts over after 410, and what was deleted in the gap is told as deleted', async (t) => {
    const { api, clock, informer, told } = await streaming(
      t,
      '10',
      aConfigMap('gone', 3),
      aConfigMap('stays', 4),
    );
    api.watch1().fail(refusal(410, 'Expired'));
    await clock.advance(800);
    assert.equal(api.watch1().options.sendInitialEvents, true);
    assert.equal(informer.lister.size, 2);
    told.length = 0;
    api.watch1().open();
    api.watch1().send(added(aConfigMap('stays', 4)), added(aConfigMap('new', 25)));
    await clock.settle();
    assert.deepEqual([informer.lister.size, told], [2, []]);
    api.watch1().send(initialEnd('30'));
    await clock.settle();
    assert.deepEqual(told, ['missed gone@3', 'add new@25']);
  });

  test('that is recreated under the same name in a gap is told as deleted and added', async (t) => {
    const { api, clock, told } = await streaming(t, '10', aConfigMap('a', 3, { uid: 'first' }));
    api.watch1().fail(refusal(410, 'Expired'));
    await clock.advance(800);
    told.length = 0;
    api.watch1().send(added(aConfigMap('a', 20, { uid: 'second' })), initialEnd('30'));
    await clock.settle();
    assert.deepEqual(told, ['missed a@3', 'add a@20']);
  });

  test('that was cut in the middle leaves nothing behind', async (t) => {
    const { api, clock, told } = await start(t);
    api.watch1().open();
    api.watch1().send(added(aConfigMap('half', 3)));
    await clock.settle();
    api.watch1().fail(new ConnectionError('s', 'cut', { code: 'EBADSTREAM' }));
    await clock.advance(800);
    api.list1().answer('10', [aConfigMap('whole', 4)]);
    await clock.settle();
    assert.deepEqual(told, ['initial whole@4']);
  });
});

const invalid: Status = {
  kind: 'Status',
  apiVersion: 'v1',
  status: 'Failure',
  code: 403,
  reason: 'Forbidden',
  details: { causes: [{ field: 'sendInitialEvents', reason: 'FieldValueForbidden', message: 'x' }] },
};

describe('a server that does not stream', () => {
  for (const [name, error] of [
    ['422', refusal(422, 'Invalid')],
    ['400', refusal(400, 'BadRequest')],
    ['405', refusal(405, 'MethodNotAllowed')],
    ['403 about the option', new StatusError(invalid)],
  ] as const) {
    test(`because it answers ${name} is listed at once, and never asked again`, async (t) => {
      const { api, clock } = await start(t);
      api.watch1().fail(error);
      await clock.settle();
      api.list1().answer('10', []);
      await clock.settle();
      assert.equal(api.watch1().options.resourceVersion, '10');
      api.watch1().fail(refusal(410, 'Expired'));
      await clock.advance(800);
      api.list1().answer('20', []);
      await clock.settle();
      assert.equal(api.total, 5);
    });
  }

  test('because it takes no notice is listed after 10 s of silence, and never asked again', async (t) => {
    const { api, clock, told } = await start(t);
    api.watch1().open();
    for (let second = 0; second < 30; second += 6) {
      api.watch1().send(added(aConfigMap(`at-${second}`, second + 1)));
      await clock.advance(6000);
    }
    api.watch1().send(bookmark('50'));
    await clock.advance(9999);
    assert.equal(api.watch1().options.sendInitialEvents, true);
    await clock.advance(1);
    api.list1().answer('60', [aConfigMap('a', 3)]);
    await clock.settle();
    assert.deepEqual(told, ['initial a@3']);
    api.watch1().fail(refusal(410, 'Expired'));
    await clock.advance(800);
    assert.equal(api.list1().options.resourceVersion, undefined);
  });

  test('because it ends the watch without a bookmark is listed at once', async (t) => {
    const { api, clock } = await start(t);
    api.watch1().open();
    api.watch1().send(added(aConfigMap('a', 3)));
    api.watch1().end();
    await clock.settle();
    api.list1().answer('10', []);
  });
});

describe('a stream that fails', () => {
  for (const [name, error] of [
    ['403', refusal(403, 'Forbidden')],
    ['401', refusal(401, 'Unauthorized')],
    ['503', refusal(503, 'ServiceUnavailable')],
    ['a reset', new ConnectionError('s', 'reset', { code: 'ECONNRESET' })],
    ['410', refusal(410, 'Expired')],
  ] as const) {
    test(`with ${name} gives way to a list after a pause, and a failed list to a stream`, async (t) => {
      const { api, clock } = await start(t);
      api.watch1().fail(error);
      await clock.settle();
      assert.equal(api.requests.length, 0);
      await clock.advance(800);
      api.list1().fail(error);
      await clock.advance(1600);
      assert.equal(api.watch1().options.sendInitialEvents, true);
      api.watch1().send(initialEnd('10'));
      await clock.settle();
      assert.equal(api.total, 3);
    });
  }

  for (const [name, error] of [
    ['missing', refusal(404, 'NotFound')],
    ['refusing connections', new ConnectionError('s', 'refused', { code: 'ECONNREFUSED' })],
  ] as const) {
    test(`because the other end is ${name} is asked for again every few seconds`, async (t) => {
      const { api, clock } = await start(t);
      for (let tries = 0; tries < 20; tries += 1) {
        assert.equal(api.watch1().options.sendInitialEvents, true);
        api.watch1().fail(error);
        await clock.advance(5000);
      }
    });
  }

  test('leaves no timer behind, nor does one that is stopped in the middle', async (t) => {
    for (const isOpen of [true, false]) {
      const { api, clock, stop, running } = await start(t, { resyncMs: 0 });
      if (isOpen) api.watch1().open();
      await clock.settle();
      stop();
      await running;
      assert.deepEqual([api.requests.length, clock.sleepers], [0, 0]);
    }
    const { clock } = await streaming(t, '10');
    assert.equal(clock.sleepers, 0);
  });
});

async function start(t: TestContext, { resyncMs = 0 }: { readonly resyncMs?: number } = {}) {
  const api = handDrivenApi({ streams: true });
  const clock = virtualClock();
  const told: string[] = [];
  const informer = new Informer({
    client: api,
    resource: configMaps,
    clock,
    resyncMs,
    onHandlerError: (error) => assert.fail(String(error)),
  });
  const shown = ({ metadata }: { metadata: { name?: string; resourceVersion?: string } }) =>
    `${metadata.name}@${metadata.resourceVersion}`;
  informer.addHandler({
    onAdd: (object, { initial }) => told.push(`${initial ? 'initial' : 'add'} ${shown(object)}`),
    onUpdate: (_before, after) => told.push(`update ${shown(after)}`),
    onDelete: (object, { tombstone }) => told.push(`${tombstone ? 'missed' : 'delete'} ${shown(object)}`),
  });
  const stopped = new AbortController();
  const stop = () => stopped.abort(new Error('stopped'));
  t.after(stop);
  const running = informer.run(stopped.signal);
  await clock.settle();
  return { api, clock, informer, told, stop, running };
}

async function streaming(
  t: TestContext,
  resourceVersion: string,
  ...objects: readonly ReturnType<typeof aConfigMap>[]
) {
  const started = await start(t);
  started.api.watch1().open();
  started.api.watch1().send(...objects.map(added), initialEnd(resourceVersion));
  await started.clock.settle();
  return started;
}
