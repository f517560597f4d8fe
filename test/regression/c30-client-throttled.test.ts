/** @module C30: five answers of 429 in a row are waited for as the server asks, for lists, writes and watches. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Client } from '../../src/kube/client.ts';
import { createNetworkTransport } from '../../src/kube/network-transport.ts';
import { configMaps } from '../../src/kube/resources.ts';
import { createClient } from '../../src/kube/rest-client.ts';
import { json, serve } from '../kube/loopback.ts';
import { virtualClock } from '../runtime/virtual-clock.ts';

const OBJECT = { apiVersion: 'v1', kind: 'ConfigMap', metadata: { namespace: 't', name: 'a' } };
const acts: Readonly<Record<string, (client: Client) => Promise<unknown>>> = {
  list: (client) => client.list(configMaps),
  create: (client) => client.create(configMaps, OBJECT),
  watch: (client) => drain(client.watch(configMaps)),
};

for (const [name, act] of Object.entries(acts)) {
  test(`a ${name} succeeds after five 429`, async (t) => {
    let throttled = 0;
    const loopback = await serve(t, 'h2', (_asked, response) => {
      if (throttled < 5) {
        throttled += 1;
        response.writeHead(429, { 'retry-after': '1' }).end();
      } else if (name === 'watch') response.writeHead(200).end();
      else json(response, 200, { metadata: {}, items: [] });
    });
    const clock = virtualClock();
    const client = createClient(createNetworkTransport(loopback.target, { env: {} }), { clock });
    let settled = false;
    const acting = act(client).finally(() => {
      settled = true;
    });
    for (let waited = 0; !settled && waited < 10_000; waited += 1)
      await clock.advance(throttled < loopback.asked.length ? 0 : 10);
    await acting;
    assert.equal(loopback.asked.length, 6);
    await client.close();
  });
}

async function drain(events: AsyncIterable<unknown>): Promise<void> {
  for await (const _event of events);
}
