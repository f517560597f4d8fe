import assert from 'node:assert/strict';
import http from 'node:http';
import { connect, createServer, type Server, type Socket } from 'node:net';
import { describe, type TestContext, test } from 'node:test';
import { proxyFor } from '../../../src/kube/network/proxy-settings.ts';
import { createNetworkTransport } from '../../../src/kube/network-transport.ts';
import { ask, end, json, type Kind, listening, serve } from '../loopback.ts';

describe('transport through a proxy', () => {
  for (const kind of ['http', 'https', 'h2'] satisfies Kind[]) {
    test(`reaches a ${kind} server through an HTTP proxy`, async (t) => {
      const proxy = await httpProxy(t);
      await reaches(t, kind, `http://user:word@127.0.0.1:${proxy.port}`);
      assert.equal(proxy.tunnels.length, 1);
      assert.equal(proxy.tunnels[0]?.authorization, `Basic ${Buffer.from('user:word').toString('base64')}`);
    });

    test(`reaches a ${kind} server through a SOCKS5 proxy`, async (t) => {
      const proxy = await socksProxy(t);
      await reaches(t, kind, `socks5://127.0.0.1:${proxy.port}`);
      assert.equal(proxy.count(), 1);
    });
  }

  test('a proxy that is not there is named, without its password', async (t) => {
    await assert.rejects(reaches(t, 'h2', 'http://user:secret-word@127.0.0.1:1'), (error: Error) => {
      assert.equal(error.name, 'ConnectionError');
      assert.match(error.message, /proxy http:\/\/127\.0\.0\.1:1/);
      assert.doesNotMatch(error.message, /secret-word/);
      return true;
    });
  });

  test('a proxy that refuses is an error', async (t) => {
    const proxy = await httpProxy(t, 407);
    await assert.rejects(reaches(t, 'h2', `http://127.0.0.1:${proxy.port}`), {
      name: 'ConnectionError',
      message: /opened no connection to 127\.0\.0\.1:\d+: it answered 407/,
    });
  });
});

describe('proxyFor', () => {
  const proxies = { HTTPS_PROXY: 'http://secure', HTTP_PROXY: 'http://plain' };
  const all = 'http://secure';
  for (const [host, noProxy, expected] of [
    ['api.example.test', '', all],
    ['api.example.test', '*', undefined],
    ['api.example.test', 'example.test', undefined],
    ['api.example.test', '.example.test', undefined],
    ['example.test', '.example.test', all],
    ['example.test', 'example.test', undefined],
    ['api.example.test', 'ample.test', all],
    ['API.Example.Test', 'example.TEST', undefined],
    ['api.example.test', 'example.test:6443', undefined],
    ['api.example.test', 'example.test:443', all],
    ['10.1.2.3', '10.0.0.0/8', undefined],
    ['10.1.2.3', '10.1.2.3', undefined],
    ['10.1.2.3', '10.1.2.4, 11.0.0.0/8', all],
    ['fd00::7', 'fd00::/8', undefined],
    ['fd00::7', '[fd00::7]:6443', undefined],
    ['10.1.2.3', '0.0.0.0/99999, nonsense/8', all],
    ['localhost', '', undefined],
    ['127.0.0.9', '', undefined],
    ['::1', '', undefined],
  ] as const) {
    test(`${host} with NO_PROXY="${noProxy}" goes ${expected ? 'through the proxy' : 'directly'}`, () => {
      const server = { host, port: 6443, secure: true };
      assert.equal(proxyFor(server, { ...proxies, NO_PROXY: noProxy }), expected);
    });
  }

  test('http servers have a proxy of their own, and small letters count', () => {
    const server = { host: 'api.example.test', port: 80, secure: false };
    assert.equal(proxyFor(server, proxies), 'http://plain');
    assert.equal(proxyFor(server, { https_proxy: 'http://secure' }), undefined);
    assert.equal(proxyFor({ ...server, secure: true }, { https_proxy: 'http://secure' }), 'http://secure');
  });
});

async function reaches(t: TestContext, kind: Kind, proxyUrl: string): Promise<void> {
  const loopback = await serve(t, kind, (_asked, response) => json(response, 200, 'here'));
  const transport = createNetworkTransport({ ...loopback.target, proxyUrl }, { env: {} });
  t.after(() => transport.close());
  assert.equal((await ask(transport)).text, '"here"');
  assert.equal((await ask(transport)).text, '"here"');
}

interface Tunnel {
  readonly authorization: string | undefined;
}

async function httpProxy(t: TestContext, refuseWith?: number): Promise<{ port: number; tunnels: Tunnel[] }> {
  const tunnels: Tunnel[] = [];
  const sockets: Socket[] = [];
  const server = http.createServer();
  server.on('connect', (request, near) => {
    tunnels.push({ authorization: request.headers['proxy-authorization'] });
    if (refuseWith !== undefined) {
      near.end(`HTTP/1.1 ${refuseWith} No\r\n\r\n`);
      return;
    }
    const far = connect(Number(request.url?.split(':')[1]), '127.0.0.1', () => {
      near.write('HTTP/1.1 200 OK\r\n\r\n');
    });
    join(near as Socket, far, sockets);
  });
  return { port: await started(t, server, sockets), tunnels };
}

/** Just enough of RFC 1928: no authentication, CONNECT to an IPv4 address. */
async function socksProxy(t: TestContext): Promise<{ port: number; count(): number }> {
  const sockets: Socket[] = [];
  let count = 0;
  const server = createServer((near) => {
    near.once('data', () => {
      near.write(Buffer.from([5, 0]));
      near.once('data', (request) => {
        count += 1;
        const port = request.readUInt16BE(request.length - 2);
        const far = connect(port, '127.0.0.1', () =>
          near.write(Buffer.from([5, 0, 0, 1, 127, 0, 0, 1, 0, 0])),
        );
        join(near, far, sockets);
      });
    });
  });
  return { port: await started(t, server, sockets), count: () => count };
}

async function started(t: TestContext, server: Server, sockets: readonly Socket[]): Promise<number> {
  const port = await listening(server);
  t.after(() => end(server, sockets));
  return port;
}

function join(near: Socket, far: Socket, sockets: Socket[]): void {
  sockets.push(near, far);
  for (const socket of [near, far]) socket.on('error', () => {});
  near.pipe(far);
  far.pipe(near);
}
