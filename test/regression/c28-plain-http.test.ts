/** @module C28: plain http servers work, and nothing about TLS is weakened for others. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { resolveTarget } from '../../src/kube/kubeconfig/resolve-target.ts';
import { createNetworkTransport } from '../../src/kube/network-transport.ts';
import { createClient } from '../../src/kube/rest-client.ts';
import { json, serve } from '../kube/loopback.ts';

test('a plain http server answers', async (t) => {
  const loopback = await serve(t, 'http', (_asked, response) =>
    json(response, 200, { gitVersion: 'v1.36.0' }),
  );
  const client = createClient(
    createNetworkTransport(resolveTarget(undefined, { server: loopback.server }), { env: {} }),
  );
  assert.deepEqual(await client.raw('/version'), { gitVersion: 'v1.36.0' });
  await client.close();
});

test('beside it, an https server with an unknown authority is still refused', async (t) => {
  const secure = await serve(t, 'h2', (_asked, response) => json(response, 200, {}));
  const client = createClient(
    createNetworkTransport(resolveTarget(undefined, { server: secure.server }), { env: {} }),
  );
  await assert.rejects(client.raw('/version'), { name: 'ConnectionError', message: /certificate/ });
  assert.equal(process.env.NODE_TLS_REJECT_UNAUTHORIZED, undefined);
  await client.close();
});
