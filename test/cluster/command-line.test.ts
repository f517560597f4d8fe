/** @module The command line on a real API server: what it sends, says and ends with. */
import assert from 'node:assert/strict';
import { describe, type TestContext, test } from 'node:test';
import { ok } from '../conformance/ground.ts';
import { type Answer, valueAt } from '../support/api.ts';
import { runPods } from '../support/kubelet.ts';
import { type Program, program, succeeded } from '../support/program.ts';
import { type TestServer, withServer } from '../support/server.ts';

describe('dbm on a real API server', () => {
  test('scales with a patch that the server takes, and only there (C12)', async (t) => {
    const { dbm, api, namespace } = await withOrders(t);
    const before = (await orders(api, namespace)).at('metadata.generation');
    assert.match(
      succeeded(await dbm(`scale orders --replicas 3 --no-wait -n ${namespace}`)).stdout,
      / scaled/,
    );
    const after = await orders(api, namespace);
    assert.deepEqual([after.at('spec.replicas'), after.at('metadata.generation')], [3, Number(before) + 1]);
    assert.match(
      succeeded(await dbm(`scale orders --replicas 3 --no-wait -n ${namespace}`)).stdout,
      / unchanged/,
    );
  });

  test('with --wait does not take the pods of the last rollout for those that are wanted now (C55)', async (t) => {
    const { dbm, namespace, ...server } = await withOrders(t);
    if (!server.hasControllers) return;
    const deployment = `/apis/apps/v1/namespaces/${namespace}/deployments/orders`;
    const done = async () => (await server.api.get(deployment)).at('status.availableReplicas') === 1;
    await runPods({ ...server, namespace }, namespace, { done });
    succeeded(await dbm(`reconcile --wait --timeout 15s -n ${namespace}`));
    const ended = await dbm(`scale orders --replicas 2 --wait --timeout 2s -n ${namespace}`);
    assert.equal(ended.code, 3, ended.stderr);
    assert.match(ended.stderr, /orders is not ready after 2s/);
  });

  test('says on which server, context and namespace it deletes, before it does (C22)', async (t) => {
    const { dbm, namespace } = await withOrders(t);
    const { stderr } = succeeded(await dbm(`delete orders --yes --no-wait -n ${namespace}`));
    assert.match(
      stderr,
      new RegExp(`^Deleting in namespace ${namespace} of context \\S+, cluster .*https://`),
    );
  });

  test('ends within a second of its last line, after success and failure (C88)', async (t) => {
    const { dbm, namespace } = await withOrders(t);
    for (const line of ['get', 'get nope', 'reconcile --once', 'scale orders --replicas 2 --no-wait']) {
      const { lingeredMs } = await dbm(`${line} -n ${namespace}`);
      assert.ok(lingeredMs < 1_000, `${line}: ${Math.round(lingeredMs)} ms`);
    }
  });

  test('ends as the manual says when it is used wrongly', async (t) => {
    const { dbm, namespace } = await withOrders(t);
    const endings: readonly (readonly [line: string, code: number, says: RegExp])[] = [
      ['create mysql --replicas 0', 2, /from 1 to 10/],
      ['create mysql --replicas 11', 2, /from 1 to 10/],
      ['scale orders --replicas abc', 2, /from 1 to 10/],
      ['get --cluster nowhere', 1, /cluster "nowhere" does not exist/],
      ['get --server https://127.0.0.1:1', 4, /cannot reach the cluster/],
      ['get --as nobody', 4, /nobody/],
      ['get nope', 1, /nope/],
    ];
    for (const [line, code, says] of endings) {
      const ended = await dbm(`${line} -n ${namespace} --json`);
      assert.equal(ended.code, code, `${line}: ${ended.stderr}`);
      const error = valueAt(JSON.parse(ended.stdout), 'error');
      assert.match(String(valueAt(error, 'message')), says);
      assert.equal(valueAt(error, 'exitCode'), code);
    }
  });
});

/** A server with the resource installed and one instance in it. */
async function withOrders(t: TestContext): Promise<TestServer & Program> {
  const server = await withServer(t);
  const run = await program(t, server);
  succeeded(await run.dbm('install-crd'));
  succeeded(await run.dbm(`create mysql orders --no-wait -n ${server.namespace}`));
  return { ...server, ...run };
}

async function orders(api: TestServer['api'], namespace: string): Promise<Answer> {
  return ok(await api.get(`/apis/coolops.cn/v1alpha1/namespaces/${namespace}/databasemanagers/orders`));
}
