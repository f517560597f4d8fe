/** @module An informer follows a collection of any server, with as few requests as that allows. */
import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { type ConfigMap, configMaps } from '../../src/kube/resources.ts';
import { createClient } from '../../src/kube/rest-client.ts';
import type { WireRequest } from '../../src/kube/transport.ts';
import { Informer } from '../../src/runtime/cache/informer.ts';
import { type TestServer, withServer } from '../support/server.ts';

const LABEL = 'followed';

test('an informer reads what is there in one request where the server streams, and sees every change', async (t) => {
  const server = await withServer(t);
  const { client, namespace } = server;
  await client.create(configMaps, aConfigMap(namespace, 'before'));
  await client.create(configMaps, aConfigMap(namespace, 'other', {}));
  const { informer, requests, sees } = follow(t, server);
  await informer.synced;
  assert.deepEqual(names(informer), ['before']);
  await client.create(configMaps, aConfigMap(namespace, 'after'));
  await sees('add after');
  await client.delete(configMaps, { namespace, name: 'before' });
  await sees('delete before');
  const patch = { metadata: { labels: { [LABEL]: 'no' } } };
  await client.patch(configMaps, { namespace, name: 'after' }, { type: 'merge', body: patch });
  await sees('delete after');
  assert.deepEqual(names(informer), []);
  const expected = server.supports.sendInitialEvents ? ['stream'] : ['stream', 'list', 'watch'];
  assert.deepEqual(requests, expected);
});

function follow(t: TestContext, { transport, namespace }: TestServer) {
  const requests: string[] = [];
  const send = (request: WireRequest) => {
    requests.push(kindOf(request));
    return transport.send(request);
  };
  const informer = new Informer({
    client: createClient({ ...transport, send, close: async () => {} }),
    resource: configMaps,
    selection: { namespace, labelSelector: `${LABEL}=yes` },
    resyncMs: 0,
    onHandlerError: (error) => assert.fail(String(error)),
  });
  const seen = new Set<string>();
  let changed = Promise.withResolvers<void>();
  const saw = (what: string) => {
    seen.add(what);
    changed.resolve();
  };
  informer.addHandler({
    onAdd: ({ metadata }) => saw(`add ${metadata.name}`),
    onDelete: ({ metadata }) => saw(`delete ${metadata.name}`),
  });
  const stopped = new AbortController();
  const running = informer.run(stopped.signal);
  t.after(async () => {
    stopped.abort(new Error('the test is over'));
    await running;
  });
  const sees = async (what: string) => {
    while (!seen.has(what)) {
      changed = Promise.withResolvers();
      await changed.promise;
    }
  };
  return { informer, requests, sees };
}

function kindOf({ path }: WireRequest): string {
  if (path.includes('sendInitialEvents=true')) return 'stream';
  return path.includes('watch=true') ? 'watch' : 'list';
}

function names({ lister }: Informer<ConfigMap>): readonly (string | undefined)[] {
  return lister.list().map(({ metadata }) => metadata.name);
}

function aConfigMap(
  namespace: string,
  name: string,
  labels: Readonly<Record<string, string>> = { [LABEL]: 'yes' },
): ConfigMap {
  return { apiVersion: 'v1', kind: 'ConfigMap', metadata: { namespace, name, labels } };
}
