import assert from 'node:assert/strict';
import { join, resolve } from 'node:path';
import { describe, test } from 'node:test';
import type { ClusterTarget, TargetOverrides } from '../../../src/kube/kubeconfig/cluster-target.ts';
import { KubeconfigError } from '../../../src/kube/kubeconfig/kubeconfig-error.ts';
import { loadKubeconfig } from '../../../src/kube/kubeconfig/load-kubeconfig.ts';
import { resolveTarget } from '../../../src/kube/kubeconfig/resolve-target.ts';

const fixtures = join(import.meta.dirname, 'fixtures');
const LAB_CA = { type: 'file', path: join(fixtures, 'certs/lab-ca.pem') };

describe('resolveTarget', () => {
  test('the current context gives server, trust, credentials and namespace', async () => {
    const target = await resolved({});
    assert.equal(target.server, 'https://lab.example.test:6443');
    assert.equal(target.namespace, 'experiments');
    assert.deepEqual([target.contextName, target.clusterName, target.userName], ['lab', 'lab', 'ada']);
    assert.deepEqual(target.ca, LAB_CA);
    assert.equal(target.tlsServerName, 'api.lab.example.test');
    assert.ok(target.credentials.certificate);
  });

  test('another context is chosen by name', async () => {
    const target = await resolved({ context: 'mill-token' });
    assert.equal(target.server, 'https://mill.example.test');
    assert.equal(target.namespace, 'default');
    assert.equal(target.insecureSkipTlsVerify, true);
    assert.equal(target.proxyUrl, 'socks5://gate.example.test:1080');
    assert.deepEqual(target.credentials, { tokenFile: join(fixtures, 'tokens/bob') });
  });

  test('cluster, user and namespace replace those of the context', async () => {
    const target = await resolved({ cluster: 'plain', user: 'carol', namespace: 'mine' });
    assert.equal(target.server, 'http://127.0.0.1:18080');
    assert.deepEqual(target.credentials, { basic: { username: 'carol', password: 'carols-word' } });
    assert.equal(target.namespace, 'mine');
  });

  test('a context may name no user, or one that is not there: then nobody is authenticated', async () => {
    assert.deepEqual((await resolved({ context: 'plain' })).credentials, {});
    assert.deepEqual((await resolved({ context: 'nobody' })).credentials, {});
    assert.deepEqual((await resolved({ context: 'nobody' })).ca, LAB_CA);
  });

  test('server replaces the server and its tls-server-name, and keeps the trust', async () => {
    const target = await resolved({ server: 'https://10.0.0.7:6443' });
    assert.equal(target.server, 'https://10.0.0.7:6443');
    assert.equal(target.tlsServerName, undefined);
    assert.deepEqual(target.ca, LAB_CA);
    assert.ok(target.credentials.certificate);
  });

  test('token replaces every credential of the user', async () => {
    assert.deepEqual((await resolved({ token: 'mine' })).credentials, { token: 'mine' });
    assert.deepEqual((await resolved({ user: 'eve', token: 'mine' })).credentials, { token: 'mine' });
  });

  test('insecure-skip-tls-verify drops the authority, and an authority drops the skipping', async () => {
    const insecure = await resolved({ insecureSkipTlsVerify: true });
    assert.deepEqual([insecure.ca, insecure.insecureSkipTlsVerify], [undefined, true]);
    const trusting = await resolved({ cluster: 'mill', certificateAuthority: 'ca.pem' });
    assert.deepEqual(
      [trusting.ca, trusting.insecureSkipTlsVerify],
      [{ type: 'file', path: resolve('ca.pem') }, undefined],
    );
    await assert.rejects(
      resolved({ insecureSkipTlsVerify: true, certificateAuthority: 'ca.pem' }),
      KubeconfigError,
    );
  });

  test('impersonation comes from the user entry, and flags replace parts of it', async () => {
    const from = await resolved({ user: 'dave' });
    assert.deepEqual(from.impersonate, {
      user: 'system:auditor',
      uid: '77',
      groups: ['auditors', 'readers'],
      extra: { reason: ['night shift'] },
    });
    assert.deepEqual(from.credentials, { token: 'daves-token' });
    const flags = await resolved({ as: 'zoe', asGroups: ['admins'], asUid: '9' });
    assert.deepEqual(flags.impersonate, { user: 'zoe', groups: ['admins'], uid: '9' });
    await assert.rejects(resolved({ asGroups: ['admins'] }), KubeconfigError);
  });

  test('a server without a scheme is http, or https where there are certificates', async () => {
    assert.equal((await resolved({ cluster: 'bare', user: 'dave' })).server, 'http://bare.example.test:8080');
    assert.equal((await resolved({ cluster: 'bare', user: 'ada' })).server, 'https://bare.example.test:8080');
  });

  test('without a kubeconfig a server is enough', () => {
    const target = resolveTarget(undefined, { server: 'http://localhost:8080', token: 'x' });
    assert.equal(target.server, 'http://localhost:8080');
    assert.equal(target.namespace, 'default');
    assert.throws(() => resolveTarget(undefined, {}), KubeconfigError);
  });

  for (const [name, overrides, message] of [
    [
      'an unknown context',
      { context: 'labb' },
      /context "labb" does not exist in .*home\.yaml; the contexts there are: lab, mill-token/,
    ],
    [
      'an unknown cluster',
      { cluster: 'x' },
      /cluster "x" does not exist in .*home\.yaml; the clusters there are: lab, mill/,
    ],
    [
      'an unknown user',
      { user: 'x' },
      /user "x" does not exist in .*home\.yaml; the users there are: ada, bob/,
    ],
    ['a context without a cluster', { context: 'nowhere' }, /names no cluster/],
    ['a context whose cluster is missing', { context: 'lost' }, /cluster "not-there" does not exist/],
    ['a cluster without a server', { cluster: 'headless' }, /"headless" in .* has no server/],
    ['a server that is no URL', { server: 'ftp://x' }, /"ftp:\/\/x" is no http or https URL/],
  ] as const) {
    test(`${name} is refused`, () =>
      assert.rejects(resolved(overrides), { name: 'KubeconfigError', message }));
  }

  test('no current-context is refused with the file and its contexts', async () => {
    const message = /no current-context is set in .*no-current\.yaml.*: only-one, other-one/;
    await assert.rejects(resolved({}, 'no-current'), { name: 'KubeconfigError', message });
    assert.equal((await resolved({ cluster: 'only' }, 'no-current')).server, 'https://only.example.test');
  });
});

async function resolved(overrides: TargetOverrides, file = 'home'): Promise<ClusterTarget> {
  const kubeconfig = await loadKubeconfig({ env: {}, path: join(fixtures, `${file}.yaml`) });
  return resolveTarget(kubeconfig, overrides);
}
