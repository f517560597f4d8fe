import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { configMaps } from '../../../src/kube/resources.ts';
import { createClient } from '../../../src/kube/rest-client.ts';
import { ConnectionError } from '../../../src/kube/transport.ts';
import { virtualClock } from '../../runtime/virtual-clock.ts';
import { scripted, silence } from './scripted-transport.ts';

const KEY = { namespace: 't', name: 'a' };
const OBJECT = { apiVersion: 'v1', kind: 'ConfigMap', metadata: KEY, data: { x: '1' } };

describe('patience of the client', () => {
  const broken = new ConnectionError('https://scripted', 'https://scripted closed the connection', {
    code: 'ECONNRESET',
  });
  const refused = new ConnectionError('https://scripted', 'refused', { code: 'ECONNREFUSED' });
  const busy = (seconds: number, status = 429) => ({ status, headers: { 'retry-after': String(seconds) } });

  test('no answer in time names server, work and cure', async () => {
    const clock = virtualClock();
    const pending = assert.rejects(createClient(scripted(silence), { clock }).get(configMaps, KEY), {
      name: 'ConnectionError',
      code: 'ETIMEDOUT',
      message:
        /^reading configmaps t\/a: https:\/\/scripted did not answer within 30 s\. .*--request-timeout/,
    });
    await clock.advance(30_000);
    await pending;
    assert.equal(clock.sleepers, 0);
  });

  test('the deadline covers the body too', async () => {
    const clock = virtualClock();
    const transport = scripted(async (request) => ({
      chunks: (async function* () {
        yield Buffer.from('{');
        await silence(request);
      })(),
    }));
    const pending = assert.rejects(createClient(transport, { clock, requestTimeoutMs: 5000 }).raw('/'), {
      code: 'ETIMEDOUT',
    });
    await clock.advance(5000);
    await pending;
  });

  test('0 means no deadline', async () => {
    const clock = virtualClock();
    const stop = new AbortController();
    const client = createClient(scripted(silence), { clock, requestTimeoutMs: 0 });
    const pending = assert.rejects(client.get(configMaps, KEY, { signal: stop.signal }), /enough/);
    await clock.advance(3_600_000);
    stop.abort(new Error('enough'));
    await pending;
  });

  test('waiting for credentials is not part of the deadline', async () => {
    const clock = virtualClock();
    const transport = { ...scripted({ body: OBJECT }), ready: () => clock.sleep(90_000) };
    const pending = createClient(transport, { clock }).get(configMaps, KEY);
    await clock.advance(90_000);
    assert.deepEqual(await pending, OBJECT);
  });

  for (const status of [429, 500, 503]) {
    test(`${status} with Retry-After is waited for, for writes too`, async () => {
      const clock = virtualClock();
      const transport = scripted(busy(2, status), busy(3, status), { body: OBJECT });
      const pending = createClient(transport, { clock }).create(configMaps, OBJECT);
      await clock.advance(4999);
      assert.equal(transport.sent.length, 2);
      await clock.advance(1);
      assert.deepEqual(await pending, OBJECT);
    });
  }

  test('503 without Retry-After is an answer', async () => {
    const transport = scripted({ status: 503 });
    await assert.rejects(createClient(transport).get(configMaps, KEY), { code: 503 });
    assert.equal(transport.sent.length, 1);
  });

  test('patience ends after ten tries, or when two minutes would not do', async () => {
    const clock = virtualClock();
    const often = scripted(busy(1));
    const pending = assert.rejects(createClient(often, { clock }).get(configMaps, KEY), {
      code: 429,
      retryAfterSeconds: 1,
    });
    await clock.advance(60_000);
    await pending;
    assert.equal(often.sent.length, 10);
    const long = scripted(busy(3600));
    await assert.rejects(createClient(long, { clock }).get(configMaps, KEY), {
      code: 429,
      retryAfterSeconds: 3600,
    });
    assert.equal(long.sent.length, 1);
  });

  test('waiting ends with the signal', async () => {
    const clock = virtualClock();
    const stop = new AbortController();
    const pending = assert.rejects(
      createClient(scripted(busy(60)), { clock }).get(configMaps, KEY, { signal: stop.signal }),
      /stop/,
    );
    await clock.advance(1000);
    stop.abort(new Error('stop'));
    await pending;
  });

  test('a read whose connection broke is sent again twice, a write never', async () => {
    const clock = virtualClock();
    const twice = scripted(broken, broken, { body: OBJECT });
    const reading = createClient(twice, { clock }).get(configMaps, KEY);
    await clock.advance(1000);
    assert.deepEqual(await reading, OBJECT);
    const thrice = scripted(broken);
    const failing = assert.rejects(createClient(thrice, { clock }).get(configMaps, KEY), {
      message: 'reading configmaps t/a: https://scripted closed the connection',
      code: 'ECONNRESET',
    });
    await clock.advance(1000);
    await failing;
    assert.equal(thrice.sent.length, 3);
    const write = scripted(broken);
    await assert.rejects(createClient(write, { clock }).create(configMaps, OBJECT), { code: 'ECONNRESET' });
    assert.equal(write.sent.length, 1);
  });

  test('a server that is not there is not asked again', async () => {
    const transport = scripted(refused);
    await assert.rejects(createClient(transport).get(configMaps, KEY), { code: 'ECONNREFUSED' });
    assert.equal(transport.sent.length, 1);
  });
});
