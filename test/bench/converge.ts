/** @module Passes over N instances: from nothing, and again when nothing changed, beside a bare client's writes. */
import { setTimeout as delay } from 'node:timers/promises';
import { API_VERSION, databaseManagers, KIND } from '../../src/api/database-manager.ts';
import { createSecretSource } from '../../src/core/random-secrets.ts';
import { reconcile } from '../../src/core/reconcile.ts';
import type { Client } from '../../src/kube/client.ts';
import type { ObjectKey } from '../../src/kube/object.ts';
import { namespaces } from '../../src/kube/resources.ts';
import { createClient } from '../../src/kube/rest-client.ts';
import type { Transport, WireRequest } from '../../src/kube/transport.ts';
import { installCrd } from '../support/install-crd.ts';
import { markPodsReady } from '../support/kubelet.ts';
import type { Report } from './report.ts';

const IN_FLIGHT = 8;

/** What a run needs to know of the server it runs against. */
export interface Ground {
  readonly name: string;
  readonly transport: Transport;
  /** Whether pods start; otherwise they are said to run. */
  readonly hasKubelet: boolean;
}

/**
 * Creates `count` instances, makes one pass over each and then a second pass. The writes of the first pass are then
 * repeated as they were by a bare client in another namespace: that is the server's own speed.
 */
export async function benchConverge(report: Report, ground: Ground, count: number): Promise<void> {
  const bench = `converge, ${ground.name}, ${count} instances`;
  const recorded: WireRequest[] = [];
  const client = createClient(recording(ground.transport, recorded), {});
  const bare = createClient(ground.transport, {});
  await installCrd(bare);
  const [namespace, mirror] = [await newNamespace(bare), await newNamespace(bare)];
  await each(count, (i) =>
    bare.create(databaseManagers, {
      apiVersion: API_VERSION,
      kind: KIND,
      metadata: { name: `db-${i}`, namespace },
      spec: { dbtype: 'mysql', replicas: 1 },
    }),
  );

  const first = await timed(() => each(count, (i) => pass({ namespace, name: `db-${i}` }, client)));
  const writes = recorded.filter(({ method }) => method !== 'GET');
  const children = writes.filter(({ method }) => method === 'POST');
  await untilQuiet(recorded, async () => {
    if (!ground.hasKubelet) await markPodsReady(bare, { namespace });
    await each(count, (i) => pass({ namespace, name: `db-${i}` }, client));
  });
  const again = await timed(() => each(count, (i) => pass({ namespace, name: `db-${i}` }, client)));
  const idleWrites = recorded.filter(({ method }) => method !== 'GET').length;
  const replay = children.map((request) => ({
    ...request,
    signal: undefined,
    path: request.path.replace(`/namespaces/${namespace}/`, `/namespaces/${mirror}/`),
    body: request.body?.replaceAll(`"namespace":"${namespace}"`, `"namespace":"${mirror}"`),
  }));
  const alone = await timed(() => each(replay.length, (i) => send(ground.transport, replay[i])));

  const perSecond = (n: number, ms: number) => (n * 1000) / ms;
  const bareRate = perSecond(replay.length, alone);
  const add = (what: string, value: number, unit: string, ratio?: number) =>
    report.add({ bench, what, value, unit, ...(ratio === undefined ? {} : { ratio, to: 'bare client' }) });
  add('writes per instance, first pass', writes.length / count, 'writes');
  add(
    'writes per second, first pass',
    perSecond(writes.length, first),
    '/s',
    perSecond(writes.length, first) / bareRate,
  );
  add('creates per second, bare client', bareRate, '/s');
  add('passes per second, nothing changed', perSecond(count, again), '/s');
  add('writes, nothing changed', idleWrites, 'writes');
}

async function pass(key: ObjectKey, client: Client): Promise<void> {
  const deps = { reader: client, live: client, writer: client, record: () => {}, now: Date.now };
  const result = await reconcile(key, { ...deps, secrets: createSecretSource() });
  if (result.outcome === 'failed') throw result.error;
}

/** Pods come up meanwhile, and are reported; then nothing is left to write. */
async function untilQuiet(recorded: WireRequest[], passes: () => Promise<unknown>): Promise<void> {
  do {
    await delay(2_000);
    recorded.length = 0;
    await passes();
  } while (recorded.some(({ method }) => method !== 'GET'));
  recorded.length = 0;
}

async function each(count: number, work: (i: number) => Promise<unknown>): Promise<void> {
  let next = 0;
  const worker = async () => {
    while (next < count) await work(next++);
  };
  await Promise.all(Array.from({ length: IN_FLIGHT }, worker));
}

async function send(transport: Transport, request: WireRequest | undefined): Promise<void> {
  if (request === undefined) return;
  const response = await transport.send(request);
  for await (const _chunk of response.body);
  if (response.status >= 300) throw new Error(`${request.method} ${request.path}: ${response.status}`);
}

async function newNamespace(client: Client): Promise<string> {
  const created = await client.create(namespaces, {
    apiVersion: 'v1',
    kind: 'Namespace',
    metadata: { generateName: 'dbm-bench-' },
  });
  return created.metadata.name ?? '';
}

function recording(transport: Transport, requests: WireRequest[]): Transport {
  return {
    server: transport.server,
    close: () => Promise.resolve(),
    send: (request) => {
      requests.push(request);
      return transport.send(request);
    },
  };
}

async function timed(work: () => Promise<unknown>): Promise<number> {
  const start = performance.now();
  await work();
  return performance.now() - start;
}
