/** @module The reflector resumes where it was, lists anew where it must, and never hurries. */
import assert from 'node:assert/strict';
import { describe, type TestContext, test } from 'node:test';
import { configMaps } from '../../../src/kube/resources.ts';
import { ConnectionError } from '../../../src/kube/transport.ts';
import { type ReflectorState, reflect } from '../../../src/runtime/cache/reflector.ts';
import { virtualClock } from '../virtual-clock.ts';
import { aConfigMap, added, bookmark, deleted, handDrivenApi, modified, refusal } from './hand-driven-api.ts';

describe('a reflector', () => {
  test('lists, then watches from there, and tells all in five kinds of events', async (t) => {
    const { api, clock, events } = start(t);
    await clock.settle();
    assert.deepEqual(api.list1().options.limit, 500);
    assert.equal(api.list1().options.resourceVersion, undefined);
    api.list1().answer('10', [aConfigMap('a', 3), aConfigMap('b', 7)]);
    await clock.settle();
    const { resourceVersion, allowWatchBookmarks, timeoutSeconds = 0 } = api.watch1().options;
    assert.deepEqual(
      { resourceVersion, allowWatchBookmarks },
      { resourceVersion: '10', allowWatchBookmarks: true },
    );
    assert.ok(timeoutSeconds >= 300 && timeoutSeconds <= 600);
    api
      .watch1()
      .send(added(aConfigMap('c', 11)), modified(aConfigMap('a', 12)), deleted(aConfigMap('b', 13)));
    await clock.settle();
    assert.deepEqual(events, [
      'Init',
      'InitApply a@3',
      'InitApply b@7',
      'InitDone 10',
      'Apply c@11',
      'Apply a@12',
      'Delete b@13',
    ]);
  });

  test('reads all pages as one', async (t) => {
    const { api, clock, events } = start(t);
    await clock.settle();
    api.list1().answer('10', [aConfigMap('a', 3)], 'page-2');
    await clock.settle();
    assert.equal(api.list1().options.continue, 'page-2');
    assert.deepEqual(events, []);
    api.list1().answer('10', [aConfigMap('b', 7)]);
    await clock.settle();
    assert.deepEqual(events, ['Init', 'InitApply a@3', 'InitApply b@7', 'InitDone 10']);
  });

  test('reads everything anew, in one piece, when the next page has expired', async (t) => {
    const { api, clock, events } = start(t);
    await clock.settle();
    api.list1().answer('10', [aConfigMap('a', 3)], 'page-2');
    await clock.settle();
    api.list1().fail(refusal(410, 'Expired'));
    await clock.settle();
    const { limit, continue: next } = api.list1().options;
    assert.deepEqual({ limit, next }, { limit: undefined, next: undefined });
    api.list1().answer('20', [aConfigMap('b', 7)]);
    await clock.settle();
    assert.deepEqual(events, ['Init', 'InitApply b@7', 'InitDone 20']);
  });

  test('goes on from the last event or bookmark, at once, when the server ends a watch', async (t) => {
    const { api, clock } = await watching(t, '10');
    api.watch1().send(added(aConfigMap('a', 11)));
    api.watch1().end();
    await clock.settle();
    assert.equal(api.watch1().options.resourceVersion, '11');
    api.watch1().send(bookmark('25'));
    api.watch1().end();
    await clock.settle();
    assert.equal(api.watch1().options.resourceVersion, '25');
  });

  test('pauses when a watch ends at once without a word', async (t) => {
    const { api, clock } = await watching(t, '10');
    api.watch1().end();
    await clock.settle();
    assert.equal(api.requests.length, 0);
    await clock.advance(800);
    assert.equal(api.watch1().options.resourceVersion, '10');
  });

  const broken: readonly { readonly name: string; readonly error: Error }[] = [
    { name: 'a reset', error: new ConnectionError('s', 'reset', { code: 'ECONNRESET' }) },
    { name: 'a line cut short', error: new ConnectionError('s', 'cut', { code: 'EBADSTREAM' }) },
    { name: 'silence', error: new ConnectionError('s', 'silent', { code: 'ETIMEDOUT' }) },
    { name: 'HTML', error: new ConnectionError('s', 'no API server') },
    { name: '401', error: refusal(401, 'Unauthorized') },
    { name: '403', error: refusal(403, 'Forbidden') },
    { name: '500', error: refusal(500, 'InternalError') },
    { name: '503', error: refusal(503, 'ServiceUnavailable') },
    { name: 'what nobody thought of', error: new TypeError('surprise') },
  ];
  for (const { name, error } of broken) {
    test(`resumes the watch after ${name}, without a list and after a pause`, async (t) => {
      const { api, clock } = await watching(t, '10');
      api.watch1().send(added(aConfigMap('a', 11)));
      api.watch1().fail(error);
      await clock.settle();
      assert.equal(api.requests.length, 0);
      await clock.advance(800);
      assert.equal(api.watch1().options.resourceVersion, '11');
    });

    test(`lists again after ${name}`, async (t) => {
      const { api, clock } = start(t);
      await clock.settle();
      api.list1().fail(error);
      await clock.settle();
      assert.equal(api.requests.length, 0);
      await clock.advance(800);
      api.list1().answer('10', []);
      await clock.settle();
      assert.equal(api.watch1().options.resourceVersion, '10');
    });
  }

  test('lists anew, with nothing remembered, when its resourceVersion has expired', async (t) => {
    const { api, clock } = await watching(t, '10');
    api.watch1().fail(refusal(410, 'Expired'));
    await clock.advance(800);
    assert.equal(api.list1().options.resourceVersion, undefined);
  });

  test('asks every few seconds for a server that is not there', async (t) => {
    const { api, clock } = await watching(t, '10');
    for (let tries = 0; tries < 20; tries += 1) {
      api.watch1().fail(new ConnectionError('s', 'refused', { code: 'ECONNREFUSED' }));
      await clock.advance(5000);
    }
    assert.equal(api.watch1().options.resourceVersion, '10');
  });

  test('lists anew when the kind is gone, and asks often for one that is missing', async (t) => {
    const { api, clock } = await watching(t, '10');
    api.watch1().fail(refusal(404, 'NotFound'));
    await clock.advance(800);
    for (let tries = 0; tries < 20; tries += 1) {
      api.list1().fail(refusal(404, 'NotFound'));
      await clock.advance(5000);
    }
    api.list1().answer('20', []);
    await clock.settle();
    assert.equal(api.watch1().options.resourceVersion, '20');
  });

  test('waits as long as the server asks', async (t) => {
    const { api, clock } = await watching(t, '10');
    api.watch1().fail(refusal(429, 'TooManyRequests', 40));
    await clock.advance(39_999);
    assert.equal(api.requests.length, 0);
    await clock.advance(1);
    assert.equal(api.requests.length, 1);
  });

  test('makes fewer than 10 lists in half a minute when every watch is answered with 410', async (t) => {
    const { api, clock } = start(t);
    let lists = 0;
    for (let ms = 0; ms < 30_000; ms += 50) {
      await clock.advance(50);
      for (const request of api.requests) {
        if (request.verb === 'watch') request.fail(refusal(410, 'Expired'));
        else {
          lists += 1;
          request.answer('10', []);
        }
      }
    }
    assert.ok(lists >= 4 && lists < 10, `${lists} lists`);
  });

  test('doubles its pauses up to 30 s, and starts small again after half a minute of health', async (t) => {
    const { api, clock, states } = await watching(t, '10', { random: () => 0 });
    for (let tries = 0; tries < 8; tries += 1) {
      api.watch1().fail(refusal(503, 'ServiceUnavailable'));
      await clock.advance(30_000);
    }
    const pauses = () => states.flatMap((state) => (state.name === 'wait' ? [state.ms] : []));
    assert.deepEqual(pauses(), [800, 1600, 3200, 6400, 12_800, 25_600, 30_000, 30_000]);
    await clock.advance(30_000);
    api.watch1().fail(refusal(503, 'ServiceUnavailable'));
    await clock.settle();
    assert.equal(pauses().at(-1), 800);
  });

  test('never has two requests at once, and none after it was stopped', async (t) => {
    const { api, clock, stop, ended } = await watching(t, '10');
    api.watch1().fail(refusal(500, 'InternalError'));
    await clock.advance(800);
    assert.equal(api.requests.length, 1);
    stop();
    await ended;
    await clock.advance(60_000);
    assert.equal(api.requests.length, 0);
    assert.equal(clock.sleepers, 0);
  });

  test('can be stopped while it pauses', async (t) => {
    const { api, clock, stop, ended } = await watching(t, '10');
    api.watch1().fail(refusal(500, 'InternalError'));
    await clock.settle();
    stop();
    await ended;
    assert.equal(clock.sleepers, 0);
  });

  test('says when the server has accepted a watch', async (t) => {
    const { api, states } = await watching(t, '10');
    const last = () => states.at(-1);
    assert.deepEqual(last(), { name: 'watch', resourceVersion: '10', open: false });
    api.watch1().open();
    assert.deepEqual(last(), { name: 'watch', resourceVersion: '10', open: true });
  });
});

function start(t: TestContext, { random = () => 0.5 }: { readonly random?: () => number } = {}) {
  const api = handDrivenApi();
  const clock = virtualClock();
  const events: string[] = [];
  const states: ReflectorState[] = [];
  const stopped = new AbortController();
  const stop = () => stopped.abort(new Error('stopped'));
  t.after(stop);
  const ended = reflect(
    {
      client: api,
      resource: configMaps,
      clock,
      random,
      onState: (state) => states.push(state),
      onEvent(event) {
        if (event.type === 'Init') events.push(event.type);
        else if (event.type === 'InitDone') events.push(`${event.type} ${event.resourceVersion}`);
        else
          events.push(`${event.type} ${event.object.metadata.name}@${event.object.metadata.resourceVersion}`);
      },
    },
    stopped.signal,
  );
  return { api, clock, events, states, stop, ended };
}

async function watching(
  t: TestContext,
  resourceVersion: string,
  options: { readonly random?: () => number } = {},
) {
  const started = start(t, options);
  await started.clock.settle();
  started.api.list1().answer(resourceVersion, []);
  await started.clock.settle();
  return started;
}
