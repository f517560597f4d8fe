/** @module C10: 1,500 requests one after another use a handful of connections, rotated credentials included. */
import assert from 'node:assert/strict';
import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { createNetworkTransport } from '../../src/kube/network-transport.ts';
import { configMaps } from '../../src/kube/resources.ts';
import { createClient } from '../../src/kube/rest-client.ts';
import { json, type Kind, serve } from '../kube/loopback.ts';
import { virtualClock } from '../runtime/virtual-clock.ts';

for (const kind of ['http', 'https', 'h2'] satisfies Kind[]) {
  test(`1,500 GETs from a ${kind} server use one connection`, async (t) => {
    const file = join(await mkdtemp(join(tmpdir(), 'dbm-c10-')), 'token');
    t.after(() => rm(join(file, '..'), { recursive: true }));
    await writeFile(file, 'first');
    const loopback = await serve(t, kind, (_asked, response) => json(response, 200, {}), {
      target: { credentials: { tokenFile: file } },
    });
    const clock = virtualClock();
    const client = createClient(createNetworkTransport(loopback.target, { clock, env: {} }));
    const before = await openFiles();
    for (let i = 0; i < 1500; i += 1) {
      if (i === 750) {
        await writeFile(file, 'second');
        await clock.advance(10_000);
      }
      await client.get(configMaps, { namespace: 't', name: 'a' });
    }
    assert.equal(loopback.asked.length, 1500);
    assert.equal(loopback.sockets.length, 1);
    assert.ok((await openFiles()) - before < 10);
    if (kind !== 'http') assert.equal(loopback.asked.at(-1)?.headers.authorization, 'Bearer second');
    await client.close();
  });
}

/** Where the system does not tell, none. */
async function openFiles(): Promise<number> {
  return (await readdir('/proc/self/fd').catch(() => [])).length;
}
