/** @module What is converged causes no writes, as the server itself counts them. */
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { setTimeout as delay } from 'node:timers/promises';
import { items, ok } from '../conformance/ground.ts';
import { valueAt } from '../support/api.ts';
import { runPods } from '../support/kubelet.ts';
import { type Program, program, succeeded } from '../support/program.ts';
import { type TestServer, withServer } from '../support/server.ts';
import { countWrites } from '../support/writes.ts';

const COUNT = 50;

describe(`over ${COUNT} converged instances`, () => {
  test('a second reconcile --once makes no write request, nor does a controller that resyncs', async (t) => {
    const server = await withServer(t);
    const { api, namespace, hasControllers } = server;
    const { dbm, start } = await program(t, server);
    succeeded(await dbm('install-crd'));
    const dms = `/apis/coolops.cn/v1alpha1/namespaces/${namespace}/databasemanagers`;
    for (let n = 0; n < COUNT; n++) ok(await api.post(dms, instance(n)), 201);

    const writesAtFirst = await countWrites(server);
    const first = succeeded(await dbm(`reconcile --once -n ${namespace} --json`));
    assert.equal(valueAt(JSON.parse(first.stdout), 'summary.changed'), COUNT);
    const made = (await writesAtFirst()).filter((write) => /^(create|patch|post|apply) /.test(write));
    assert.ok(made.length >= COUNT * 3, 'the count sees what a first pass writes');
    if (hasControllers) await allReady(server, dbm);
    succeeded(await dbm(`reconcile --once -n ${namespace}`));

    const before = await state(server, dms);
    const writes = await countWrites(server);
    const second = succeeded(await dbm(`reconcile --once -n ${namespace} --json`));
    assert.deepEqual(await writes(), []);
    const summary = valueAt(JSON.parse(second.stdout), 'summary');
    assert.equal(valueAt(summary, 'changed'), 0);
    if (hasControllers) assert.equal(valueAt(summary, 'converged'), COUNT);

    const controller = start(`controller --watch --namespace ${namespace} --resync 2s`);
    await controller.says(/workers/i);
    await delay(7_000);
    assert.deepEqual(await writes(), [], 'a controller that starts and resyncs three times');
    const stopped = await controller.stop('SIGTERM');
    assert.equal(stopped.code, 0, stopped.stderr);
    // generation stays 1 and no resourceVersion moves: no default of the server is taken for drift
    assert.deepEqual(await state(server, dms), before);
    const deployments = ok(await api.get(`/apis/apps/v1/namespaces/${namespace}/deployments`));
    assert.deepEqual(
      items(deployments).map((deployment) => valueAt(deployment, 'metadata.generation')),
      Array(COUNT).fill(1),
    );
  });
});

function instance(n: number): object {
  const dbtype = ['mysql', 'mariadb', 'postgres'][n % 3];
  const metadata = { name: `db-${n}` };
  const spec = {
    dbtype,
    replicas: 1 + (n % 2),
    config: n % 5 === 0 ? '[mysqld]\nmax_connections=50\n' : undefined,
  };
  return { apiVersion: 'coolops.cn/v1alpha1', kind: 'DatabaseManager', metadata, spec };
}

async function allReady(server: TestServer, dbm: Program['dbm']): Promise<void> {
  const done = async () => {
    const url = `/apis/apps/v1/namespaces/${server.namespace}/deployments`;
    const list = items(await server.api.get(url));
    return list.every((one) => valueAt(one, 'status.availableReplicas') === valueAt(one, 'spec.replicas'));
  };
  await runPods(server, server.namespace, { done });
  succeeded(await dbm(`reconcile --wait --timeout 20s -n ${server.namespace}`));
}

/** Name, uid and resourceVersion of all that dbm writes. */
async function state({ api, namespace }: TestServer, dms: string): Promise<readonly string[]> {
  const core = `/api/v1/namespaces/${namespace}`;
  const paths = [
    dms,
    `/apis/apps/v1/namespaces/${namespace}/deployments`,
    `${core}/services`,
    `${core}/secrets`,
    `${core}/configmaps`,
  ];
  const lists = await Promise.all(paths.map(async (path) => items(ok(await api.get(path)))));
  return lists.flat().map((object) => {
    const { name, uid, resourceVersion } = valueAt(object, 'metadata') as Record<string, string>;
    return `${name} ${uid} ${resourceVersion}`;
  });
}
