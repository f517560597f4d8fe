import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import fc from 'fast-check';
import type { WatchEvent, WatchOptions } from '../../../src/kube/client.ts';
import type { KubeObject } from '../../../src/kube/object.ts';
import { configMaps } from '../../../src/kube/resources.ts';
import { readLines } from '../../../src/kube/rest/lines.ts';
import { createClient } from '../../../src/kube/rest-client.ts';
import { isExpired } from '../../../src/kube/status-error.ts';
import { virtualClock } from '../../runtime/virtual-clock.ts';
import { bytes, type Step, scripted, silence } from './scripted-transport.ts';

const line = (type: string, object: unknown) => `${JSON.stringify({ type, object })}\n`;
const named = (name: string) => ({ apiVersion: 'v1', kind: 'ConfigMap', metadata: { name } });

describe('watch', () => {
  test('asks for bookmarks and begins where it is told', async () => {
    const transport = scripted({ chunks: bytes() });
    const options = { namespace: 't', resourceVersion: '7', labelSelector: 'a=b', timeoutSeconds: 60 };
    await collect(createClient(transport).watch(configMaps, options));
    await collect(
      createClient(transport).watch(configMaps, {
        allowWatchBookmarks: false,
        sendInitialEvents: true,
        resourceVersionMatch: 'NotOlderThan',
      }),
    );
    assert.deepEqual(
      transport.sent.map(({ path }) => path),
      [
        '/api/v1/namespaces/t/configmaps?watch=true&allowWatchBookmarks=true&labelSelector=a%3Db&resourceVersion=7&timeoutSeconds=60',
        '/api/v1/configmaps?watch=true&resourceVersionMatch=NotOlderThan&sendInitialEvents=true',
      ],
    );
  });

  test('yields the events and ends with the server', async () => {
    const bookmark = { kind: 'ConfigMap', metadata: { resourceVersion: '9' } };
    const chunks = bytes(
      line('ADDED', named('a')) + line('MODIFIED', named('b')),
      line('DELETED', named('c')),
      line('BOOKMARK', bookmark),
    );
    const events = await watching({ chunks });
    assert.deepEqual(
      events.map(({ type }) => type),
      ['ADDED', 'MODIFIED', 'DELETED', 'BOOKMARK'],
    );
    assert.deepEqual(events[2]?.object, named('c'));
    assert.equal(events[3]?.object.metadata.resourceVersion, '9');
  });

  test('an ERROR event is a StatusError; 410 is recognised as expired', async () => {
    const gone = {
      kind: 'Status',
      apiVersion: 'v1',
      status: 'Failure',
      code: 410,
      reason: 'Expired',
      message: 'too old',
    };
    await assert.rejects(
      watching({ chunks: bytes(line('ADDED', named('a')), line('ERROR', gone)) }),
      isExpired,
    );
    await assert.rejects(watching({ chunks: bytes(line('ERROR', {})) }), { name: 'StatusError', code: 500 });
  });

  test('a refusal instead of a stream is a StatusError', async () => {
    const body = { kind: 'Status', apiVersion: 'v1', status: 'Failure', code: 410, reason: 'Expired' };
    await assert.rejects(watching({ status: 410, body }), isExpired);
    await assert.rejects(watching({ status: 403, body: 'no' }), { name: 'StatusError', code: 403 });
  });

  for (const [name, step] of [
    [
      'a stream that ends in the middle of a line',
      { chunks: bytes(line('ADDED', named('a')), '{"type":"ADD') },
    ],
    ['a line that is no JSON', { chunks: bytes('nonsense\n') }],
    ['an event of an unknown type', { chunks: bytes(line('STRANGE', named('a'))) }],
    ['an HTML page', { headers: { 'content-type': 'text/html' }, body: '<html></html>' }],
  ] as const) {
    test(`${name} is a ConnectionError that says what was watched`, async () => {
      await assert.rejects(watching(step), {
        name: 'ConnectionError',
        message: /^watching configmaps: https:\/\/scripted/,
      });
    });
  }

  test('the deadline holds until the head, not for the stream', async () => {
    const clock = virtualClock();
    const late = assert.rejects(watching(silence, { clock }), { code: 'ETIMEDOUT' });
    await clock.advance(30_000);
    await late;
    const slow = watching(
      {
        chunks: (async function* () {
          await clock.sleep(3_600_000);
          yield* bytes(line('ADDED', named('a')));
        })(),
      },
      { clock },
    );
    await clock.advance(3_600_000);
    assert.equal((await slow).length, 1);
  });

  test('a silence beyond the inactivity limit ends it; a busy consumer does not', async () => {
    const clock = virtualClock();
    const chatty = async (request: Parameters<typeof silence>[0]) => ({
      chunks: (async function* () {
        yield* bytes(line('ADDED', named('a')));
        await clock.sleep(50_000);
        yield* bytes(line('ADDED', named('b')));
        await silence(request);
      })(),
    });
    const seen: string[] = [];
    const client = createClient(scripted(chatty), { clock });
    const following = (async () => {
      for await (const { object } of client.watch(configMaps, { inactivityMs: 60_000 })) {
        seen.push(object.metadata.name ?? '');
        await clock.sleep(200_000);
      }
    })();
    const failed = assert.rejects(following, {
      name: 'ConnectionError',
      code: 'ETIMEDOUT',
      message: /sent nothing for 60 s/,
    });
    await clock.advance(200_000 + 50_000 + 200_000);
    assert.deepEqual(seen, ['a', 'b']);
    await clock.advance(60_000);
    await failed;
    assert.equal(clock.sleepers, 0);
  });

  test('the signal ends it with its reason', async () => {
    const stop = new AbortController();
    const transport = scripted(async (request) => ({
      chunks: (async function* () {
        yield* bytes(line('ADDED', named('a')));
        await silence(request);
      })(),
    }));
    const reason = new Error('done here');
    const following = (async () => {
      for await (const _event of createClient(transport).watch(configMaps, { signal: stop.signal }))
        stop.abort(reason);
    })();
    await assert.rejects(following, reason);
  });

  test('leaving the loop ends the request', async () => {
    const transport = scripted({ chunks: bytes(line('ADDED', named('a')), line('ADDED', named('b'))) });
    for await (const _event of createClient(transport).watch(configMaps)) break;
    assert.equal(transport.sent[0]?.signal?.aborted, true);
  });
});

describe('readLines', () => {
  test('gives the same lines however the bytes are cut', async () => {
    const text = fc.array(
      fc
        .string({ unit: 'grapheme', minLength: 1 })
        .filter((part) => part.trim() !== '' && !/[\n]/.test(part)),
    );
    await fc.assert(
      fc.asyncProperty(text, fc.infiniteStream(fc.integer({ min: 1, max: 7 })), async (lines, cuts) => {
        const whole = Buffer.from(lines.map((part) => `${part}\n`).join(''));
        assert.deepEqual(await collect(readLines(cut(whole, cuts), 1024)), lines);
      }),
      { numRuns: 60 },
    );
  });

  test('a line beyond the limit is refused before its end has come', async () => {
    const endless = (async function* () {
      for (;;) yield Buffer.alloc(100, 'x');
    })();
    await assert.rejects(collect(readLines(endless, 1000)), { name: 'LineTooLong' });
  });
});

async function* cut(whole: Buffer, sizes: Iterable<number>): AsyncGenerator<Uint8Array> {
  let start = 0;
  for (const size of sizes) {
    if (start >= whole.length) return;
    yield whole.subarray(start, start + size);
    start += size;
  }
}

function watching(
  step: Step,
  { clock = virtualClock(), ...options }: WatchOptions & { clock?: ReturnType<typeof virtualClock> } = {},
): Promise<WatchEvent<KubeObject>[]> {
  return collect<WatchEvent<KubeObject>>(createClient(scripted(step), { clock }).watch(configMaps, options));
}

async function collect<T>(values: AsyncIterable<T>): Promise<T[]> {
  const result: T[] = [];
  for await (const value of values) result.push(value);
  return result;
}
