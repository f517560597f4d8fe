import assert from 'node:assert/strict';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { describe, test } from 'node:test';
import type { Kubeconfig } from '../../../src/kube/kubeconfig/kubeconfig.ts';
import { KubeconfigError } from '../../../src/kube/kubeconfig/kubeconfig-error.ts';
import { loadKubeconfig } from '../../../src/kube/kubeconfig/load-kubeconfig.ts';

const fixtures = join(import.meta.dirname, 'fixtures');
const fixture = (name: string) => join(fixtures, `${name}.yaml`);
const MISSING = join(fixtures, 'not-there.yaml');
const EXEC = { apiVersion: 'client.authentication.k8s.io/v1', interactiveMode: 'Never' };
const EXEC_ALPHA = { apiVersion: 'client.authentication.k8s.io/v1alpha1', command: 'x' };

describe('loadKubeconfig', () => {
  test('paths in the file are seen from the folder of the file', async () => {
    const { clusters, users } = await load('home');
    assert.deepEqual(clusters.get('lab')?.ca, { type: 'file', path: join(fixtures, 'certs/lab-ca.pem') });
    assert.deepEqual(users.get('ada')?.certificate, {
      certificate: { type: 'file', path: join(fixtures, 'certs/ada.pem') },
      key: { type: 'file', path: join(fixtures, '../keys/ada-key.pem') },
    });
    assert.equal(users.get('bob')?.tokenFile, join(fixtures, 'tokens/bob'));
    assert.equal(users.get('eve')?.exec?.command, join(fixtures, 'bin/issue-token'));
  });

  test('a command without a slash is left to PATH', async () => {
    const { users } = await parsed({ exec: { ...EXEC, command: 'issue-token' } });
    assert.equal(users.get('u')?.exec?.command, 'issue-token');
  });

  test('data in place wins over a file', async () => {
    const { clusters, users } = await load('inline');
    assert.deepEqual(clusters.get('inline')?.ca, { type: 'inline', text: 'CA in place' });
    assert.deepEqual(users.get('inline')?.certificate, {
      certificate: { type: 'inline', text: 'cert in place' },
      key: { type: 'inline', text: 'key in place' },
    });
  });

  test('of several files the first definition of each name wins, and the first current-context', async () => {
    const { currentContext, clusters, users, contexts, files } = await load('home', 'second');
    assert.equal(currentContext, 'lab');
    assert.equal(clusters.get('lab')?.server, 'https://lab.example.test:6443/');
    assert.equal(users.get('dave')?.token, 'daves-token');
    assert.equal(contexts.get('lab')?.cluster, 'lab');
    assert.equal(clusters.get('second')?.server, 'https://second.example.test:6443');
    assert.deepEqual(files, [fixture('home'), fixture('second')]);
  });

  test('a file without a current-context leaves it to the next', async () => {
    assert.equal((await load('no-current', 'second')).currentContext, 'second');
  });

  for (const [name, entries] of Object.entries({
    'a missing file': [MISSING, fixture('second')],
    'an empty entry': ['', fixture('second'), ''],
    'an empty file': [fixture('empty'), fixture('second')],
    'a file of one empty document': [fixture('blank-document'), fixture('second')],
    'a file named twice': [fixture('second'), fixture('second')],
  })) {
    test(`${name} in KUBECONFIG does no harm`, async () => {
      const kubeconfig = await loadKubeconfig({ env: { KUBECONFIG: entries.join(delimiter) } });
      assert.equal(kubeconfig?.currentContext, 'second');
    });
  }

  test('KUBECONFIG naming only missing files is one error that names them', async () => {
    const env = { KUBECONFIG: [MISSING, `${MISSING}2`].join(delimiter) };
    await assert.rejects(loadKubeconfig({ env }), refusal(/not-there\.yaml, .*not-there\.yaml2/));
  });

  test('--kubeconfig wins over KUBECONFIG, and must exist', async () => {
    const env = { KUBECONFIG: fixture('second') };
    assert.equal((await loadKubeconfig({ env, path: fixture('home') }))?.currentContext, 'lab');
    await assert.rejects(loadKubeconfig({ env, path: MISSING }), refusal(/not-there\.yaml does not exist/));
  });

  test('without either it is ~/.kube/config, and nothing where there is none or an empty one', async (t) => {
    const home = await mkdtemp(join(tmpdir(), 'dbm-home-'));
    t.after(() => rm(home, { recursive: true }));
    assert.equal(await loadKubeconfig({ env: { HOME: home } }), undefined);
    await mkdir(join(home, '.kube'));
    await writeFile(join(home, '.kube', 'config'), '');
    assert.equal(await loadKubeconfig({ env: { HOME: home, KUBECONFIG: '' } }), undefined);
    await writeFile(join(home, '.kube', 'config'), 'current-context: mine\n');
    assert.equal((await loadKubeconfig({ env: { HOME: home } }))?.currentContext, 'mine');
  });

  test('broken YAML is named with its line and without its content', async () => {
    await assert.rejects(loadKubeconfig({ env: {}, path: join(fixtures, 'broken.txt') }), (error: Error) => {
      assert.ok(error instanceof KubeconfigError);
      assert.match(error.message, /broken\.txt is not valid YAML: line \d/);
      assert.doesNotMatch(error.message, /very-secret/);
      return true;
    });
  });

  test('a file of another kind is refused', () => assert.rejects(load('pod'), refusal(/its kind is "Pod"/)));

  for (const [name, user, message] of [
    ['a numeric token', { token: 123456 }, /users\[0\]\.user\.token must be text/],
    ['a certificate without its key', { 'client-certificate-data': 'eA==' }, /no client-key/],
    ['data that is not base64', { 'client-certificate-data': 'é' }, /client-certificate-data is not base64/],
    ['a token beside a password', { token: 'a', username: 'b' }, /both a token and a username/],
    ['groups without a user', { 'as-groups': ['a'] }, /without a user/],
    [
      'a command without a name',
      { exec: { apiVersion: 'client.authentication.k8s.io/v1' } },
      /command is missing/,
    ],
    ['an exec version that is gone', { exec: { ...EXEC_ALPHA } }, /apiVersion must be one of/],
    [
      'v1 without an interactiveMode',
      { exec: { ...EXEC_ALPHA, apiVersion: 'client.authentication.k8s.io/v1' } },
      /interactiveMode/,
    ],
  ] as const) {
    test(`${name} is refused by its place`, () => assert.rejects(parsed(user), refusal(message)));
  }

  test('a name given twice in one file is refused, as kubectl does', async () => {
    const entry = { name: 'x', cluster: { server: 'https://x' } };
    await assert.rejects(loadText({ clusters: [entry, entry] }), refusal(/the name "x" is there twice/));
  });
});

async function load(...names: readonly string[]): Promise<Kubeconfig> {
  const kubeconfig = await loadKubeconfig({ env: { KUBECONFIG: names.map(fixture).join(delimiter) } });
  assert.ok(kubeconfig);
  return kubeconfig;
}

function parsed(user: unknown): Promise<Kubeconfig> {
  return loadText({ users: [{ name: 'u', user }] });
}

async function loadText(content: unknown): Promise<Kubeconfig> {
  const folder = await mkdtemp(join(tmpdir(), 'dbm-kubeconfig-'));
  try {
    const path = join(folder, 'config');
    await writeFile(path, JSON.stringify(content));
    const kubeconfig = await loadKubeconfig({ env: {}, path });
    assert.ok(kubeconfig);
    return kubeconfig;
  } finally {
    await rm(folder, { recursive: true });
  }
}

function refusal(message: RegExp): (error: unknown) => boolean {
  return (error) => {
    assert.ok(error instanceof KubeconfigError, String(error));
    assert.match(error.message, message);
    return true;
  };
}
