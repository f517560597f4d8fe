/** @module C25: no current context crashed the program before the command started. */
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { aHome } from '../commands/support/dbm.ts';
import { at } from '../commands/support/fields.ts';

const kubeconfig = (current: string) => `apiVersion: v1
kind: Config
clusters: [{name: solo, cluster: {server: "https://solo.example.test:6443"}}]
users: [{name: user-solo, user: {token: placeholder}}]
contexts: [{name: ctx-solo, context: {cluster: solo, user: user-solo}}]
current-context: "${current}"
`;

describe('a kubeconfig that names no usable context', () => {
  test('does not keep help and version from working', async () => {
    await using home = await aHome({ crd: false });
    const env = { KUBECONFIG: await home.file('config', kubeconfig('')) };
    for (const line of ['--help', 'get --help', 'version']) {
      const { code, stdout } = await home.dbm(line, { env });
      assert.equal(code, 0);
      assert.notEqual(stdout, '');
    }
  });

  test('nor does one that is no kubeconfig at all, which get reports with its line', async () => {
    await using home = await aHome({ crd: false });
    const file = await home.file('config', 'clusters: [a, b\n - : x\n');
    for (const line of ['--help', 'get --help', 'version'])
      assert.equal((await home.dbm(line, { env: { KUBECONFIG: file } })).code, 0, line);
    const { code, stdout, stderr } = await home.dbm('get', { env: { KUBECONFIG: file } });
    assert.deepEqual([code, stdout], [1, '']);
    assert.match(stderr, /config is not valid YAML: line 2: /);
  });

  for (const [current, message] of [
    ['', /no current-context/],
    ['ctx-missing', /context "ctx-missing" does not exist/],
  ] as const) {
    test(`ends get with the file and the contexts it has (current-context "${current}")`, async () => {
      await using home = await aHome({ crd: false });
      const file = await home.file('config', kubeconfig(current));
      const { code, stdout, stderr } = await home.dbm('get', { env: { KUBECONFIG: file } });
      assert.deepEqual([code, stdout], [1, '']);
      assert.match(stderr, message);
      assert.ok(stderr.includes(file));
      assert.match(stderr, /ctx-solo/);
      assert.doesNotMatch(stderr, /sandbox|\n +at /);
    });
  }

  test('never falls back to the sandbox: a context that does not exist is an error', async () => {
    await using home = await aHome({ crd: false });
    const file = await home.file('config', kubeconfig('ctx-solo'));
    const { code, json } = await home.dbm('get --context nope --json', { env: { KUBECONFIG: file } });
    assert.equal(code, 1);
    assert.equal(at(json(), 'error.reason'), 'Kubeconfig');
    const nothing = await home.dbm('get --context nope');
    assert.equal(nothing.code, 1);
    assert.doesNotMatch(nothing.stderr, /using the sandbox/);
    const missing = await home.dbm('get --kubeconfig /no/such/file');
    assert.equal(missing.code, 1);
    assert.match(missing.stderr, /\/no\/such\/file does not exist/);
  });
});
