import assert from 'node:assert/strict';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { connect, createServer, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, type TestContext, test } from 'node:test';
import type { ClusterTarget } from '../../src/kube/kubeconfig/cluster-target.ts';
import { createNetworkTransport, type NetworkTransportOptions } from '../../src/kube/network-transport.ts';
import { ConnectionError, type Transport } from '../../src/kube/transport.ts';
import { virtualClock } from '../runtime/virtual-clock.ts';
import { ask, end, json, type Kind, listening, pki, serve, textOf } from './loopback.ts';

const KINDS: readonly Kind[] = ['http', 'https', 'h2'];

for (const kind of KINDS) {
  describe(`transport to a ${kind} server`, () => {
    test('sends method, path, headers and body, and gives status, headers and body', async (t) => {
      const loopback = await serve(t, kind, ({ method, url, body, headers }, response) => {
        json(response, 201, {
          method,
          url,
          body,
          type: headers['content-type'],
          agent: headers['user-agent'],
        });
      });
      const transport = open(t, loopback.target, { userAgent: 'dbm/1.2.3' });
      const headers = { 'content-type': 'application/json' };
      const response = await transport.send({ method: 'POST', path: '/api?x=1', body: '{"ä":1}', headers });
      assert.equal(response.status, 201);
      assert.equal(response.headers['content-type'], 'application/json');
      const expected = {
        method: 'POST',
        url: '/api?x=1',
        body: '{"ä":1}',
        type: 'application/json',
        agent: 'dbm/1.2.3',
      };
      assert.deepEqual(JSON.parse(await textOf(response)), expected);
    });

    test('a path in the server address is put in front', async (t) => {
      const loopback = await serve(t, kind, ({ url }, response) => json(response, 200, url));
      const transport = open(t, { ...loopback.target, server: `${loopback.server}/k8s/clusters/c-1` });
      assert.equal((await ask(transport, { path: '/version' })).text, '"/k8s/clusters/c-1/version"');
    });

    test('a stream that never ends blocks no other request', async (t) => {
      const loopback = await serve(t, kind, ({ url }, response) => {
        if (url === '/watch') response.writeHead(200).write('first\n');
        else json(response, 200, 'here');
      });
      const transport = open(t, loopback.target);
      const watch = await transport.send({ method: 'GET', path: '/watch' });
      const chunks = watch.body[Symbol.asyncIterator]();
      assert.equal(String((await chunks.next()).value), 'first\n');
      assert.equal((await ask(transport)).text, '"here"');
      await chunks.return?.();
    });

    test('a body may be read long after its head', async (t) => {
      const loopback = await serve(t, kind, (_asked, response) => json(response, 200, 'patient'));
      const response = await open(t, loopback.target).send({ method: 'GET', path: '/' });
      await new Promise((resolve) => setTimeout(resolve, 20));
      assert.equal(await textOf(response), '"patient"');
    });

    test('leaving the body early ends the request at the server', async (t) => {
      const { promise: closed, resolve } = Promise.withResolvers<void>();
      const loopback = await serve(t, kind, (_asked, response) => {
        response.once('close', resolve);
        response.writeHead(200).write('x');
      });
      for await (const _chunk of (await open(t, loopback.target).send({ method: 'GET', path: '/' })).body)
        break;
      await closed;
    });

    test('aborting rejects with the reason: before, while waiting and in the body', async (t) => {
      const loopback = await serve(t, kind, ({ url }, response) => {
        if (url === '/half') response.writeHead(200).write('x');
      });
      const transport = open(t, loopback.target);
      const reason = new Error('no longer wanted');
      await assert.rejects(ask(transport, { signal: AbortSignal.abort(reason) }), reason);
      const waiting = new AbortController();
      const pending = ask(transport, { signal: waiting.signal });
      await until(() => loopback.asked.length === 1);
      waiting.abort(reason);
      await assert.rejects(pending, reason);
      const reading = new AbortController();
      const half = await transport.send({ method: 'GET', path: '/half', signal: reading.signal });
      const rest = textOf(half);
      reading.abort(reason);
      await assert.rejects(rest, reason);
    });

    test('a connection that breaks in the body is an error, not an end', async (t) => {
      const loopback = await serve(t, kind, (_asked, response) => {
        response.writeHead(200).write('{"half":');
        setImmediate(() => loopback.sockets.at(-1)?.destroy());
      });
      const transport = open(t, loopback.target);
      await assert.rejects(ask(transport), ConnectionError);
    });

    test('nobody there is a ConnectionError with the address and a cure', async (t) => {
      const loopback = await serve(t, kind, () => {});
      const server = `${loopback.server.split(':')[0]}://127.0.0.1:1`;
      await assert.rejects(ask(open(t, { ...loopback.target, server })), (error: unknown) => {
        assert.ok(error instanceof ConnectionError);
        assert.equal(error.code, 'ECONNREFUSED');
        assert.match(error.message, /127\.0\.0\.1:1 refused the connection\. Is the API server running/);
        return true;
      });
    });

    test('close ends idle connections, and may be called twice', async (t) => {
      const loopback = await serve(t, kind, (_asked, response) => json(response, 200, {}));
      const transport = open(t, loopback.target);
      await ask(transport);
      await transport.close();
      await transport.close();
      await until(() => loopback.sockets.every(({ destroyed }) => destroyed));
    });

    test('many requests at once and one after another need few connections', async (t) => {
      const loopback = await serve(t, kind, (_asked, response) => json(response, 200, {}));
      const transport = open(t, loopback.target);
      for (let i = 0; i < 50; i += 1) await ask(transport);
      assert.equal(loopback.sockets.length, 1);
      await Promise.all(Array.from({ length: 16 }, () => ask(transport)));
      assert.ok(loopback.sockets.length <= (kind === 'h2' ? 1 : 16));
    });
  });
}

describe('transport over HTTP/2', () => {
  test('opens another connection when the server takes no more streams', async (t) => {
    const held: (() => void)[] = [];
    const settings = { maxConcurrentStreams: 3 };
    const loopback = await serve(
      t,
      'h2',
      ({ url }, response) => {
        if (url === '/hold') held.push(() => json(response, 200, {}));
        else json(response, 200, {});
      },
      { settings },
    );
    const transport = open(t, loopback.target);
    await ask(transport);
    const holding = Array.from({ length: 7 }, () => ask(transport, { path: '/hold' }));
    await until(() => held.length === 7);
    assert.equal(loopback.sockets.length, 3);
    for (const release of held) release();
    await Promise.all(holding);
  });

  test('after a GOAWAY the request under way ends, and the next one connects anew', async (t) => {
    const { promise: told, resolve: tell } = Promise.withResolvers<() => void>();
    const loopback = await serve(t, 'h2', ({ url }, response) => {
      if (url === '/slow') tell(() => json(response, 200, 'slow'));
      else json(response, 200, 'quick');
    });
    const transport = open(t, loopback.target);
    const slow = ask(transport, { path: '/slow' });
    const finish = await told;
    for (const session of loopback.sessions) session.goaway(0);
    await until(async () => (await ask(transport)).text === '"quick"' && loopback.sockets.length === 2);
    finish();
    assert.equal((await slow).text, '"slow"');
  });

  test('a silent connection is pinged, and a dead one ends its requests', async (t) => {
    const loopback = await serve(t, 'h2', () => {});
    const clock = virtualClock();
    const line = await deadLine(t, loopback.port);
    const transport = open(t, { ...loopback.target, server: `https://127.0.0.1:${line.port}` }, { clock });
    const pending = assert.rejects(ask(transport), { name: 'ConnectionError', code: 'ETIMEDOUT' });
    await until(() => loopback.asked.length === 1);
    line.cut();
    await clock.advance(30_000);
    await clock.advance(15_000);
    await pending;
  });

  test('a living connection stays, however long its request takes', async (t) => {
    const { promise: told, resolve: tell } = Promise.withResolvers<() => void>();
    const loopback = await serve(t, 'h2', (_asked, response) => tell(() => json(response, 200, 'late')));
    const clock = virtualClock();
    const pending = ask(open(t, loopback.target, { clock }));
    const finish = await told;
    for (let i = 0; i < 3; i += 1) {
      await clock.advance(30_000);
      await until(() => clock.sleepers === 1);
    }
    finish();
    assert.equal((await pending).text, '"late"');
    await clock.settle();
    assert.equal(clock.sleepers, 0);
  });
});

describe('transport and certificates', () => {
  test('a server that the authority did not sign is refused with the cure', async (t) => {
    const loopback = await serve(t, 'h2', (_asked, response) => json(response, 200, {}));
    const { ca: _ca, ...untrusting } = loopback.target;
    await assert.rejects(ask(open(t, untrusting)), {
      name: 'ConnectionError',
      message: /certificate-authority/,
    });
    assert.equal((await ask(open(t, { ...untrusting, insecureSkipTlsVerify: true }))).status, 200);
  });

  test('tls-server-name is what is sent and checked', async (t) => {
    const loopback = await serve(t, 'h2', ({ socket }, response) => {
      json(response, 200, 'servername' in socket ? socket.servername : undefined);
    });
    const named = open(t, { ...loopback.target, tlsServerName: 'api.example.test' });
    assert.equal((await ask(named)).text, '"api.example.test"');
    const wrong = open(t, { ...loopback.target, tlsServerName: 'other.example.test' });
    await assert.rejects(ask(wrong), { name: 'ConnectionError', code: 'ERR_TLS_CERT_ALTNAME_INVALID' });
  });

  test('a client certificate in files is presented, and read again when it is replaced', async (t) => {
    const { ada, bob } = await pki();
    const folder = await temporary(t);
    const [cert, key] = [join(folder, 'cert.pem'), join(folder, 'key.pem')];
    await writeFile(cert, ada.cert);
    await writeFile(key, ada.key);
    const loopback = await serve(t, 'h2', ({ client }, response) => json(response, 200, client));
    const certificate = {
      certificate: { type: 'file', path: cert },
      key: { type: 'file', path: key },
    } as const;
    const clock = virtualClock();
    const transport = open(t, { ...loopback.target, credentials: { certificate } }, { clock });
    assert.equal((await ask(transport)).text, '"ada"');
    await writeFile(cert, bob.cert);
    await writeFile(key, bob.key);
    await clock.advance(10_000);
    assert.equal((await ask(transport)).text, '"bob"');
    assert.equal(loopback.sockets.length, 2);
  });

  test('a certificate file that is missing is named', async (t) => {
    const loopback = await serve(t, 'h2', () => {});
    const ca = { type: 'file', path: '/not/there.pem' } as const;
    const message = /certificate authority \/not\/there\.pem cannot be read/;
    await assert.rejects(ask(open(t, { ...loopback.target, ca })), { name: 'ConnectionError', message });
  });

  test('an https address of a plain server is told apart', async (t) => {
    const loopback = await serve(t, 'http', () => {});
    const target = { ...loopback.target, server: loopback.server.replace('http:', 'https:') };
    await assert.rejects(ask(open(t, target)), {
      name: 'ConnectionError',
      message: /Is it a plain http server/,
    });
  });
});

function open(t: TestContext, target: ClusterTarget, options: NetworkTransportOptions = {}): Transport {
  const transport = createNetworkTransport(target, { env: {}, ...options });
  t.after(() => transport.close());
  return transport;
}

/** A line to `port` that can be cut without either end being told. */
async function deadLine(t: TestContext, port: number): Promise<{ port: number; cut(): void }> {
  const sockets: Socket[] = [];
  const forwarder = createServer((near) => {
    const far = connect(port, '127.0.0.1');
    sockets.push(near, far);
    near.pipe(far);
    far.pipe(near);
  });
  const own = await listening(forwarder);
  t.after(() => end(forwarder, sockets));
  return { port: own, cut: () => sockets.forEach((socket) => void socket.unpipe().pause()) };
}

async function temporary(t: TestContext): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'dbm-transport-'));
  t.after(() => rm(folder, { recursive: true }));
  return folder;
}

async function until(condition: () => boolean | Promise<boolean>): Promise<void> {
  while (!(await condition())) await new Promise((resolve) => setImmediate(resolve));
}
