/** @module An informer over the real client and the sandbox, through every way a server or network can fail it. */
import assert from 'node:assert/strict';
import { describe, type TestContext, test } from 'node:test';
import { configMaps } from '../../../src/kube/resources.ts';
import { createClient } from '../../../src/kube/rest-client.ts';
import { ConnectionError, type WireRequest, type WireResponse } from '../../../src/kube/transport.ts';
import { Informer } from '../../../src/runtime/cache/informer.ts';
import { openSandbox } from '../../../src/sandbox/sandbox.ts';
import { type VirtualClock, virtualClock } from '../virtual-clock.ts';

/** Answers in the server's place. */
type Fault = (request: WireRequest, clock: VirtualClock) => Promise<WireResponse>;

const faults: Readonly<Record<string, Fault>> = {
  HTML: async () => answer(200, '<html>please sign in</html>', { 'content-type': 'text/html' }),
  'no answer': never,
  '401': status(401, 'Unauthorized'),
  '403': status(403, 'Forbidden'),
  '410': status(410, 'Gone'),
  '429 with Retry-After': status(429, 'TooManyRequests', { 'retry-after': '2' }),
  '500': status(500, 'InternalError'),
  '503': status(503, 'ServiceUnavailable'),
  'a refused connection': () =>
    Promise.reject(new ConnectionError('sandbox', 'refused', { code: 'ECONNREFUSED' })),
};

const watchFaults: Readonly<Record<string, Fault>> = {
  ...faults,
  'a reset after a while': async ({ signal }, clock) => ({ ...answer(200, ''), body: broken(clock, signal) }),
  'half a line': async () => answer(200, '{"type":"ADDED","object":{"metad'),
  'an ERROR event of 410': async () =>
    answer(
      200,
      '{"type":"ERROR","object":{"kind":"Status","status":"Failure","reason":"Expired","code":410}}\n',
    ),
  silence: async (request) => ({ ...answer(200, ''), body: silent(request) }),
};

for (const [name, fault] of Object.entries(watchFaults)) {
  test(`a change is seen after ${name} instead of a watch`, async (t) => {
    const world = await openWorld(t);
    await world.until(() => world.informer.hasSynced);
    world.break('watch', fault, 3);
    // The watch that is open now ends as a server ends it; the next ones are broken.
    await world.endWatch();
    await world.create('during');
    await world.until(() => world.has('during'));
    await world.create('after');
    await world.until(() => world.has('after'));
    await world.until(() => world.openWatches() === 1);
    assert.equal(world.mostWatches(), 1);
  });
}

for (const [name, fault] of Object.entries(watchFaults)) {
  test(`the cache is filled after ${name} instead of a stream`, async (t) => {
    const world = await openWorld(t, { kind: 'watch', fault, times: 3 });
    await world.create('early');
    await world.until(() => world.has('early'));
    await world.until(() => world.openWatches() === 1);
    assert.equal(world.mostWatches(), 1);
  });
}

for (const [name, fault] of Object.entries(faults)) {
  test(`the cache is filled after ${name} instead of a list, where the server does not stream`, async (t) => {
    const world = await openWorld(t, { kind: 'list', fault, times: 3, streams: false });
    await world.create('early');
    await world.until(() => world.has('early'));
    await world.until(() => world.openWatches() === 1);
  });
}

describe('a broken server', () => {
  test('is not asked more often than the backoff allows, in 10 minutes of resets', async (t) => {
    const world = await openWorld(t);
    await world.until(() => world.informer.hasSynced);
    world.break('watch', status(503, 'ServiceUnavailable'), Number.POSITIVE_INFINITY);
    await world.endWatch();
    const before = world.requests();
    await world.clock.advance(600_000);
    assert.ok(world.requests() - before < 40, `${world.requests() - before} requests`);
  });
});

interface Scheduled {
  readonly kind: 'list' | 'watch';
  readonly fault: Fault;
  times: number;
}

async function openWorld(
  t: TestContext,
  { streams = true, ...first }: Partial<Scheduled> & { readonly streams?: boolean } = {},
) {
  const clock = virtualClock();
  let scheduled: Scheduled = { kind: 'list', fault: never, times: 0, ...first };
  const counts = { requests: 0, open: 0, most: 0 };
  let endOpen: () => void = () => {};
  const sandbox = openSandbox({ file: ':memory:', clock, controllers: [] });
  const inner = sandbox.transport();
  const plain = createClient(inner, { clock });

  const send = async (request: WireRequest): Promise<WireResponse> => {
    const kind = request.path.includes('watch=true') ? 'watch' : 'list';
    counts.requests += 1;
    if (!streams && request.path.includes('sendInitialEvents')) return status(422, 'Invalid')(request, clock);
    if (scheduled.kind === kind && scheduled.times > 0) {
      scheduled.times -= 1;
      return scheduled.fault(request, clock);
    }
    const response = await inner.send(request);
    if (kind === 'list') return response;
    const ended = Promise.withResolvers<void>();
    endOpen = ended.resolve;
    return { ...response, body: counted(response.body, ended.promise, counts) };
  };

  const informer = new Informer({
    client: createClient({ ...inner, send }, { clock, requestTimeoutMs: 10_000 }),
    resource: configMaps,
    clock,
    onHandlerError: assert.fail,
  });
  const stopped = new AbortController();
  const running = informer.run(stopped.signal);
  t.after(async () => {
    stopped.abort(new Error('the test is over'));
    await running;
    await sandbox.close();
  });
  await clock.settle();
  const key = (name: string) => ({ namespace: 'default', name });
  return {
    clock,
    informer,
    requests: () => counts.requests,
    openWatches: () => counts.open,
    mostWatches: () => counts.most,
    has: (name: string) => informer.lister.get(key(name)) !== undefined,
    break: (kind: Scheduled['kind'], fault: Fault, times: number) => {
      scheduled = { kind, fault, times };
    },
    endWatch: async () => {
      await clock.advance(2000);
      endOpen();
      await clock.settle();
    },
    create: (name: string) =>
      plain.create(configMaps, { apiVersion: 'v1', kind: 'ConfigMap', metadata: key(name), data: {} }),
    /** Gives it five minutes: three times the longest silence that is borne. */
    until: async (condition: () => boolean) => {
      for (let seconds = 0; seconds < 300 && !condition(); seconds += 1) await clock.advance(1000);
      assert.ok(condition(), 'it did not come about within 5 minutes');
    },
  };
}

function answer(code: number, text: string, headers: Readonly<Record<string, string>> = {}): WireResponse {
  const body = (async function* () {
    yield new TextEncoder().encode(text);
  })();
  return { status: code, headers: { 'content-type': 'application/json', ...headers }, body };
}

async function* counted(
  body: AsyncIterable<Uint8Array>,
  ended: Promise<void>,
  counts: { open: number; most: number },
): AsyncGenerator<Uint8Array> {
  counts.open += 1;
  counts.most = Math.max(counts.most, counts.open);
  const chunks = body[Symbol.asyncIterator]();
  try {
    for (;;) {
      const next = await Promise.race([chunks.next(), ended.then(() => undefined)]);
      if (next === undefined || next.done === true) return;
      yield next.value;
    }
  } finally {
    counts.open -= 1;
    void chunks.return?.();
  }
}

/** A chunk of nothing, then a reset. */
async function* broken(clock: VirtualClock, signal: AbortSignal | undefined): AsyncGenerator<Uint8Array> {
  yield new Uint8Array();
  await clock.sleep(3000, signal);
  throw new ConnectionError('sandbox', 'reset', { code: 'ECONNRESET' });
}

async function* silent(request: WireRequest): AsyncGenerator<Uint8Array> {
  yield new Uint8Array();
  await never(request);
}

function never({ signal }: WireRequest): Promise<WireResponse> {
  return new Promise((_resolve, reject) => {
    signal?.addEventListener('abort', () => reject(signal.reason), { once: true });
  });
}

function status(code: number, reason: string, headers: Readonly<Record<string, string>> = {}): Fault {
  const body = { kind: 'Status', apiVersion: 'v1', status: 'Failure', reason, code, message: 'injected' };
  return async () => answer(code, JSON.stringify(body), headers);
}
