import assert from 'node:assert/strict';
import { X509Certificate } from 'node:crypto';
import { mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises';
import type { IncomingMessage } from 'node:http';
import { request as httpsRequest } from 'node:https';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, type TestContext, test } from 'node:test';
import type { Client } from '../../../src/kube/client.ts';
import { systemClock } from '../../../src/kube/clock.ts';
import { loadKubeconfig } from '../../../src/kube/kubeconfig/load-kubeconfig.ts';
import { resolveTarget } from '../../../src/kube/kubeconfig/resolve-target.ts';
import { createNetworkTransport } from '../../../src/kube/network-transport.ts';
import { configMaps, namespaces } from '../../../src/kube/resources.ts';
import { createClient } from '../../../src/kube/rest-client.ts';
import { isUnauthorized } from '../../../src/kube/status-error.ts';
import type { Transport } from '../../../src/kube/transport.ts';
import { openSandbox } from '../../../src/sandbox/sandbox.ts';
import { type RequestHandler, type ServedSandbox, serveSandbox } from '../../../src/sandbox/serve/serve.ts';

interface Served {
  readonly dir: string;
  readonly served: ServedSandbox;
  readonly transport: Transport;
  readonly client: Client;
}

async function aDirectory(t: TestContext): Promise<string> {
  const dir = await mkdtemp(join(tmpdir(), 'dbm-serve-'));
  t.after(() => rm(dir, { recursive: true, force: true }));
  return dir;
}

async function serving(t: TestContext, handler: RequestHandler = aSandbox(t)): Promise<Served> {
  const dir = await aDirectory(t);
  const served = await serveSandbox(handler, { dir });
  t.after(() => served.close());
  const { transport, client } = await connect(t, served.kubeconfig);
  return { dir, served, transport, client };
}

function aSandbox(t: TestContext): RequestHandler {
  const sandbox = openSandbox({ file: ':memory:' });
  t.after(() => sandbox.close());
  return sandbox;
}

async function connect(t: TestContext, path: string, token?: string) {
  const kubeconfig = await loadKubeconfig({ env: {}, path });
  assert.ok(kubeconfig);
  const target = resolveTarget(kubeconfig, token === undefined ? {} : { token });
  const transport = createNetworkTransport(target, {});
  t.after(() => transport.close());
  return { transport, client: createClient(transport, {}) };
}

/** A request over HTTP/1.1. */
async function overHttp1({ dir, served }: Served, path: string, body?: string) {
  const ca = await readFile(join(dir, 'ca.crt'), 'utf8');
  const token = (await readFile(join(dir, 'token'), 'utf8')).trim();
  const { promise, resolve, reject } = Promise.withResolvers<IncomingMessage>();
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
  const method = body === undefined ? 'GET' : 'POST';
  const request = httpsRequest(`${served.url}${path}`, { ca, headers, agent: false, method }, resolve);
  request.on('error', reject);
  request.end(body);
  const response = await promise;
  const chunks: Buffer[] = [];
  for await (const chunk of response) chunks.push(chunk as Buffer);
  return { status: response.statusCode ?? 0, text: Buffer.concat(chunks).toString() };
}

const aMap = (name: string, value = 'x') => ({
  apiVersion: 'v1',
  kind: 'ConfigMap',
  metadata: { namespace: 'default', name },
  data: { value },
});

describe('a served sandbox', () => {
  test('answers the REST client through the kubeconfig it wrote', async (t) => {
    const { client, served } = await serving(t);
    assert.match(served.url, /^https:\/\/127\.0\.0\.1:\d+$/);
    await client.create(configMaps, aMap('one'));
    const { items } = await client.list(namespaces);
    assert.ok(items.some(({ metadata }) => metadata.name === 'default'));
    assert.deepEqual((await client.get(configMaps, { namespace: 'default', name: 'one' })).data, {
      value: 'x',
    });
  });

  test('answers over HTTP/1.1 too', async (t) => {
    const { status, text } = await overHttp1(await serving(t), '/api/v1/namespaces/default');
    assert.equal(status, 200);
    assert.equal((JSON.parse(text) as { kind: string }).kind, 'Namespace');
  });

  test('lets nobody in without the token', async (t) => {
    const { served } = await serving(t);
    const { client } = await connect(t, served.kubeconfig, 'guess');
    await assert.rejects(client.list(namespaces), isUnauthorized);
  });

  test('keeps key, token and kubeconfig from other users', async (t) => {
    const { dir } = await serving(t);
    for (const name of ['tls.key', 'token', 'kubeconfig']) {
      assert.equal((await stat(join(dir, name))).mode & 0o777, 0o600, name);
    }
  });

  test('refuses a body of more than 3 MiB, and takes one just below', async (t) => {
    const server = await serving(t);
    const large = JSON.stringify(aMap('large', 'x'.repeat(3 * 1024 * 1024)));
    const { status, text } = await overHttp1(server, '/api/v1/namespaces/default/configmaps', large);
    assert.equal(status, 413);
    assert.equal((JSON.parse(text) as { reason: string }).reason, 'RequestEntityTooLarge');
  });

  test('refuses methods that the API does not have', async (t) => {
    const { dir, served } = await serving(t);
    const ca = await readFile(join(dir, 'ca.crt'), 'utf8');
    const token = (await readFile(join(dir, 'token'), 'utf8')).trim();
    const { promise, resolve } = Promise.withResolvers<number>();
    const headers = { authorization: `Bearer ${token}` };
    httpsRequest(served.url, { ca, headers, agent: false, method: 'TRACE' }, (response) => {
      response.resume();
      resolve(response.statusCode ?? 0);
    }).end();
    assert.equal(await promise, 405);
  });
});

describe('a watch', () => {
  test('brings changes as they happen', async (t) => {
    const { client } = await serving(t);
    const { metadata } = await client.list(configMaps, { namespace: 'default' });
    const { resourceVersion } = metadata;
    const events = client
      .watch(configMaps, { namespace: 'default', resourceVersion })
      [Symbol.asyncIterator]();
    const first = events.next();
    await client.create(configMaps, aMap('seen'));
    const { value } = await first;
    assert.deepEqual([value?.type, value?.object.metadata.name], ['ADDED', 'seen']);
    await events.return?.();
  });

  test('ends cleanly, and soon, when the server closes', async (t) => {
    const { client, served } = await serving(t);
    const seen: string[] = [];
    const watching = (async () => {
      for await (const { type } of client.watch(namespaces)) seen.push(type);
    })();
    while (seen.length === 0) await new Promise((resolve) => setImmediate(resolve));
    const start = systemClock.monotonic();
    await served.close();
    await watching;
    assert.ok(systemClock.monotonic() - start < 1_000);
    await served.close();
  });

  test('that nobody reads is not read ahead of, and does not hold up the end', async (t) => {
    const { handler, produced, ended } = aFlood();
    const dir = await aDirectory(t);
    const impatient = { ...systemClock, sleep: async () => {} };
    const served = await serveSandbox(handler, { dir, clock: impatient });
    const { transport } = await connect(t, served.kubeconfig);
    const { body } = await transport.send({ method: 'GET', path: '/flood' });
    await body[Symbol.asyncIterator]().next();
    let before = -1;
    while (before !== produced()) {
      before = produced();
      for (let turn = 0; turn < 200; turn += 1) await new Promise((resolve) => setImmediate(resolve));
    }
    assert.ok(produced() < 500, `${produced()} chunks of 64 KiB`);
    await served.close();
    assert.equal(ended(), true);
  });

  test('that the reader leaves ends in the sandbox', async (t) => {
    const { handler, ended } = aFlood();
    const { transport } = await serving(t, handler);
    const { body } = await transport.send({ method: 'GET', path: '/flood' });
    for await (const _chunk of body) break;
    while (!ended()) await new Promise((resolve) => setImmediate(resolve));
  });
});

/** Answers every request with a body that never ends. */
function aFlood() {
  let produced = 0;
  let ended = false;
  async function* body() {
    try {
      for (;;) {
        produced += 1;
        yield Buffer.alloc(64 * 1024, 'x');
      }
    } finally {
      ended = true;
    }
  }
  const handler: RequestHandler = {
    handle: async () => ({ status: 200, headers: { 'content-type': 'application/json' }, body: body() }),
  };
  return { handler, produced: () => produced, ended: () => ended };
}

describe('the certificate', () => {
  const read = async (dir: string) => new X509Certificate(await readFile(join(dir, 'tls.crt'), 'utf8'));
  const serveOnce = async (t: TestContext, options: Parameters<typeof serveSandbox>[1]) => {
    const served = await serveSandbox(aSandbox(t), options);
    await served.close();
  };

  test('is good for the loopback by all its names', async (t) => {
    const { dir } = await serving(t);
    const certificate = await read(dir);
    assert.notEqual(certificate.checkHost('localhost'), undefined);
    for (const ip of ['127.0.0.1', '::1']) assert.notEqual(certificate.checkIP(ip), undefined, ip);
    assert.equal(certificate.ca, false);
  });

  test('and the token stay the same from one start to the next', async (t) => {
    const dir = await aDirectory(t);
    await serveOnce(t, { dir });
    const before = [(await read(dir)).fingerprint256, await readFile(join(dir, 'token'), 'utf8')];
    await serveOnce(t, { dir });
    assert.deepEqual([(await read(dir)).fingerprint256, await readFile(join(dir, 'token'), 'utf8')], before);
  });

  test('is made anew when it is about to end, damaged, or not good for the host', async (t) => {
    const dir = await aDirectory(t);
    await serveOnce(t, { dir });
    const first = (await read(dir)).fingerprint256;
    const late = { ...systemClock, now: () => Date.now() + 340 * 86_400_000 };
    await serveOnce(t, { dir, clock: late });
    const second = (await read(dir)).fingerprint256;
    assert.notEqual(second, first);
    await writeFile(join(dir, 'tls.key'), 'damaged');
    await serveOnce(t, { dir });
    const third = (await read(dir)).fingerprint256;
    assert.notEqual(third, second);
    await serveOnce(t, { dir, host: '0.0.0.0' });
    assert.notEqual((await read(dir)).fingerprint256, third);
  });
});
