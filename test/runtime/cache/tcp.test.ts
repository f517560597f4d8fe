/** @module The informer over real sockets: a server that dies in the middle of a line and comes back. */
import assert from 'node:assert/strict';
import http from 'node:http';
import type { AddressInfo } from 'node:net';
import { type TestContext, test } from 'node:test';
import { createNetworkTransport } from '../../../src/kube/network-transport.ts';
import { type ConfigMap, configMaps } from '../../../src/kube/resources.ts';
import { createClient } from '../../../src/kube/rest-client.ts';
import { Informer } from '../../../src/runtime/cache/informer.ts';
import { openSandbox } from '../../../src/sandbox/sandbox.ts';

test('a server that breaks off in the middle of an event and restarts is followed without a loss', async (t) => {
  const server = await aServer(t);
  const transport = createNetworkTransport({
    server: server.url,
    namespace: 'default',
    files: [],
    credentials: {},
  });
  const informer = new Informer({
    client: createClient(transport),
    resource: configMaps,
    onHandlerError: (error) => assert.fail(String(error)),
  });
  const seen = new Set<string | undefined>();
  let changed = Promise.withResolvers<void>();
  informer.addHandler({
    onAdd({ metadata }) {
      seen.add(metadata.name);
      changed.resolve();
    },
  });
  const stopped = new AbortController();
  const running = informer.run(stopped.signal);
  t.after(async () => {
    stopped.abort(new Error('the test is over'));
    await running;
    await transport.close();
  });
  const sees = async (name: string) => {
    while (!seen.has(name)) {
      changed = Promise.withResolvers();
      await changed.promise;
    }
  };

  await informer.synced;
  await server.create('before');
  await sees('before');
  await server.breakOff();
  await server.create('while-away');
  await server.listen();
  await sees('while-away');
  await server.create('after');
  await sees('after');
  assert.equal(informer.lister.size, 3);
  assert.ok(server.mostSockets() <= 3, `${server.mostSockets()} sockets`);
});

async function aServer(t: TestContext) {
  const sandbox = openSandbox({ file: ':memory:', controllers: [] });
  const inner = createClient(sandbox.transport());
  const sockets = { open: 0, most: 0 };
  const watches = new Set<http.ServerResponse>();
  const handle = async (request: http.IncomingMessage, response: http.ServerResponse) => {
    const gone = new AbortController();
    response.once('close', () => {
      watches.delete(response);
      gone.abort(new Error('the client has gone'));
    });
    const path = request.url ?? '';
    const { status, headers, body } = await sandbox.handle({ method: 'GET', path, signal: gone.signal });
    response.writeHead(status, headers).flushHeaders();
    if (path.includes('watch=true')) watches.add(response);
    for await (const chunk of body) response.write(chunk);
    response.end();
  };
  const server = http.createServer((request, response) => {
    // A client that has gone has no more to be told.
    handle(request, response).catch(() => response.destroy());
  });
  server.on('connection', (socket) => {
    sockets.open += 1;
    sockets.most = Math.max(sockets.most, sockets.open);
    socket.once('close', () => {
      sockets.open -= 1;
    });
  });
  const listen = (port: number) => new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve));
  await listen(0);
  const { port } = server.address() as AddressInfo;
  t.after(async () => {
    server.close();
    server.closeAllConnections();
    await sandbox.close();
  });
  const create = (name: string): Promise<ConfigMap> =>
    inner.create(configMaps, {
      apiVersion: 'v1',
      kind: 'ConfigMap',
      metadata: { namespace: 'default', name },
      data: {},
    });
  return {
    url: `http://127.0.0.1:${port}`,
    create,
    mostSockets: () => sockets.most,
    listen: () => listen(port),
    breakOff: async () => {
      const closed = new Promise<void>((resolve) => server.close(() => resolve()));
      for (const watch of watches) watch.write('{"type":"ADDED","object":{"metad', () => watch.destroy());
      server.closeIdleConnections();
      await closed;
    },
  };
}
