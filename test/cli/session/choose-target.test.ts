/** @module Which API server is chosen. */
import assert from 'node:assert/strict';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { UsageError } from '../../../src/cli/errors/cli-error.ts';
import { chooseTarget, namespaceWithoutSession } from '../../../src/cli/session/choose-target.ts';
import { KubeconfigError } from '../../../src/kube/kubeconfig/kubeconfig-error.ts';

const kubeconfig = (name: string) => `apiVersion: v1
kind: Config
clusters: [{name: ${name}, cluster: {server: "https://${name}.example.test"}}]
users: [{name: ${name}, user: {token: placeholder}}]
contexts: [{name: ${name}, context: {cluster: ${name}, user: ${name}, namespace: in-${name}}}]
current-context: ${name}
`;

describe('the target is', () => {
  let home: string;
  const none = { sandbox: false };
  const file = (name: string) => join(home, name);

  before(async () => {
    home = await mkdtemp(join(tmpdir(), 'dbm-target-'));
    for (const name of ['one', 'two']) await writeFile(file(name), kubeconfig(name));
  });
  after(() => rm(home, { recursive: true, force: true }));

  test('the sandbox by default where nothing is configured', async () => {
    assert.deepEqual(await chooseTarget(none, { HOME: home }), { kind: 'sandbox', byDefault: true });
  });

  for (const [name, flags, env] of [
    ['--sandbox', { sandbox: true }, {}],
    ['DBM_SANDBOX=1', none, { DBM_SANDBOX: '1' }],
    ['DBM_SANDBOX=true', none, { DBM_SANDBOX: 'true' }],
  ] as const) {
    test(`the sandbox with ${name}, also where a cluster is configured`, async () => {
      const chosen = await chooseTarget(flags, { HOME: home, KUBECONFIG: file('one'), ...env });
      assert.deepEqual(chosen, { kind: 'sandbox', byDefault: false });
    });
  }

  test('not the sandbox with DBM_SANDBOX=0', async () => {
    const chosen = await chooseTarget(none, { HOME: home, KUBECONFIG: file('one'), DBM_SANDBOX: '0' });
    assert.equal(chosen.kind, 'cluster');
  });

  test('the cluster of --kubeconfig before that of KUBECONFIG, and that before ~/.kube/config', async () => {
    const server = async (kubeconfigFlag: string | undefined, env: Readonly<Record<string, string>>) => {
      const chosen = await chooseTarget({ ...none, kubeconfig: kubeconfigFlag }, env);
      return chosen.kind === 'cluster' ? chosen.cluster.server : chosen.kind;
    };
    await mkdir(join(home, 'configured', '.kube'), { recursive: true });
    await writeFile(join(home, 'configured', '.kube', 'config'), kubeconfig('three'));
    const HOME = join(home, 'configured');
    assert.equal(await server(file('one'), { HOME, KUBECONFIG: file('two') }), 'https://one.example.test');
    assert.equal(await server(undefined, { HOME, KUBECONFIG: file('two') }), 'https://two.example.test');
    assert.equal(await server(undefined, { HOME }), 'https://three.example.test');
  });

  test('the cluster of --server without any kubeconfig', async () => {
    const chosen = await chooseTarget({ ...none, server: 'https://here:6443' }, { HOME: home });
    assert.ok(chosen.kind === 'cluster');
    assert.equal(chosen.cluster.server, 'https://here:6443');
  });

  test('an error, never the sandbox, where a file, context or user is named that does not exist', async () => {
    const asked = [
      chooseTarget({ ...none, kubeconfig: file('nope') }, { HOME: home }),
      chooseTarget(none, { HOME: home, KUBECONFIG: file('nope') }),
      chooseTarget({ ...none, context: 'nope' }, { HOME: home }),
      chooseTarget({ ...none, user: 'nope' }, { HOME: home }),
      chooseTarget({ ...none, context: 'nope' }, { HOME: home, KUBECONFIG: file('one') }),
    ];
    for (const one of asked) await assert.rejects(one, KubeconfigError);
  });

  test('an error where the sandbox and a cluster are asked for at once', async () => {
    await assert.rejects(chooseTarget({ sandbox: true, context: 'one' }, { HOME: home }), UsageError);
    const env = { HOME: home, DBM_SANDBOX: '1' };
    await assert.rejects(chooseTarget({ ...none, kubeconfig: file('one') }, env), UsageError);
  });

  test("in the context's namespace, or in -n's", async () => {
    const env = { HOME: home, KUBECONFIG: file('one') };
    assert.equal(await namespaceWithoutSession(none, env), 'in-one');
    assert.equal(await namespaceWithoutSession({ ...none, namespace: 'other' }, env), 'other');
    assert.equal(await namespaceWithoutSession(none, { HOME: home }), 'default');
  });
});
