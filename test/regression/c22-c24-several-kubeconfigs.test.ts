/** @module C22, C23, C24: several files in KUBECONFIG are merged as kubectl merges them. */
import assert from 'node:assert/strict';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { loadKubeconfig } from '../../src/kube/kubeconfig/load-kubeconfig.ts';
import { resolveTarget } from '../../src/kube/kubeconfig/resolve-target.ts';

test('C22: the current-context of the first file decides which cluster is acted on', async (t) => {
  const { folder, write } = await scratch(t);
  await write('one', config('ctx-one', 'one', 'https://one.example.test'));
  await write('two', config('ctx-two', 'two', 'https://two.example.test'));
  const target = await targetOf(folder, ['one', 'two']);
  assert.deepEqual([target.contextName, target.server], ['ctx-one', 'https://one.example.test']);
});

test('C23: the first definition of a name wins, whole, and a second one is no error', async (t) => {
  const { folder, write } = await scratch(t);
  await write('one', config('ctx', 'same', 'https://one.example.test'));
  await write(
    'two',
    config('ctx', 'same', 'https://two.example.test', { 'tls-server-name': 'two.example.test' }),
  );
  const target = await targetOf(folder, ['one', 'two']);
  assert.deepEqual([target.server, target.tlsServerName], ['https://one.example.test', undefined]);
});

test('C24: missing and empty files are passed over; if all are missing, one clear error', async (t) => {
  const { folder, write } = await scratch(t);
  await write('empty', '');
  await write('one', config('ctx', 'one', 'https://one.example.test'));
  const target = await targetOf(folder, ['nope', 'empty', 'one']);
  assert.equal(target.server, 'https://one.example.test');
  await assert.rejects(targetOf(folder, ['nope', 'nada']), {
    name: 'KubeconfigError',
    message: /none of which exists: .*nope, .*nada/,
  });
});

function config(context: string, cluster: string, server: string, more: object = {}): string {
  return JSON.stringify({
    clusters: [{ name: cluster, cluster: { server, ...more } }],
    contexts: [{ name: context, context: { cluster } }],
    'current-context': context,
  });
}

async function scratch(
  t: TestContext,
): Promise<{ folder: string; write(name: string, text: string): Promise<void> }> {
  const folder = await mkdtemp(join(tmpdir(), 'dbm-c22-'));
  t.after(() => rm(folder, { recursive: true }));
  return { folder, write: (name, text) => writeFile(join(folder, name), text) };
}

async function targetOf(folder: string, names: readonly string[]) {
  const KUBECONFIG = names.map((name) => join(folder, name)).join(delimiter);
  return resolveTarget(await loadKubeconfig({ env: { KUBECONFIG } }));
}
