/** @module C11: a server that accepts and then says nothing ends in an error that names it. */
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer, type Socket } from 'node:net';
import { test } from 'node:test';
import { createNetworkTransport } from '../../src/kube/network-transport.ts';
import { configMaps } from '../../src/kube/resources.ts';
import { createClient } from '../../src/kube/rest-client.ts';
import { end, type Kind, listening, serve } from '../kube/loopback.ts';

for (const kind of ['http', 'https', 'h2'] satisfies Kind[]) {
  test(`a silent ${kind} server`, async (t) => {
    const loopback = await serve(t, kind, () => {});
    const client = createClient(createNetworkTransport(loopback.target, { env: {} }), {
      requestTimeoutMs: 50,
    });
    await assert.rejects(client.list(configMaps, { namespace: 't' }), {
      name: 'ConnectionError',
      code: 'ETIMEDOUT',
      message: new RegExp(`^listing configmaps in t: ${loopback.server} did not answer within 0\\.05 s`),
    });
    await client.close();
  });
}

test('a server that does not even answer the TLS handshake', async (t) => {
  const sockets: Socket[] = [];
  const mute = createServer((socket) => {
    sockets.push(socket);
    socket.on('error', () => {}).resume();
  });
  const port = await listening(mute);
  t.after(() => end(mute, sockets));
  const target = { server: `https://127.0.0.1:${port}`, namespace: 'default', files: [], credentials: {} };
  const client = createClient(createNetworkTransport(target, { env: {} }), { requestTimeoutMs: 50 });
  await assert.rejects(client.raw('/version'), { name: 'ConnectionError', code: 'ETIMEDOUT' });
  const closed = once(sockets[0] ?? mute, 'close');
  await client.close();
  await closed;
});
