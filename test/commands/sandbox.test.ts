/** @module dbm sandbox */
import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { describe, test } from 'node:test';
import { Interruption } from '../../src/cli/io.ts';
import { aHome } from './support/dbm.ts';
import { at } from './support/fields.ts';

describe('dbm sandbox', () => {
  test('status does not make a sandbox by looking for it', async () => {
    await using home = await aHome({ crd: false });
    const { code, json } = await home.dbm('sandbox status --json');
    assert.equal(code, 0);
    assert.deepEqual(json(), { file: `${home.path}/sandbox.db`, exists: false });
    assert.equal(existsSync(`${home.path}/sandbox.db`), false);
  });

  test('status tells file, size and what is in it', async () => {
    await using home = await aHome();
    await home.dbm('create mysql --no-wait');
    const { stdout, stderr } = await home.dbm('sandbox status');
    assert.match(stdout, /^File: +\S+sandbox\.db\nSize: +\d+ KiB\n/);
    assert.match(stdout, /^DatabaseManager +1$/m);
    assert.equal(stderr, '');
  });

  test('reset wants --yes where nobody can be asked, and deletes everything then', async () => {
    await using home = await aHome();
    assert.equal((await home.dbm('sandbox reset')).code, 2);
    assert.equal(existsSync(`${home.path}/sandbox.db`), true);
    assert.equal((await home.dbm('sandbox reset', { terminal: true, stdin: 'n\n' })).code, 1);
    const { code, stdout } = await home.dbm('sandbox reset --yes');
    assert.deepEqual([code, stdout], [0, `Deleted the sandbox ${home.path}/sandbox.db\n`]);
    assert.equal(existsSync(`${home.path}/sandbox.db`), false);
    assert.match((await home.dbm('sandbox reset --yes')).stdout, /There is no sandbox/);
  });

  test('reset leaves a sandbox alone that others work on', async () => {
    await using home = await aHome();
    await home.sandbox(async () => {
      const { code, stdout, stderr } = await home.dbm('sandbox reset --yes');
      assert.deepEqual([code, stdout], [1, '']);
      assert.match(stderr, /the sandbox \S+ is in use: stop the controller/);
    });
    assert.equal((await home.dbm('get')).code, 0);
    assert.equal((await home.dbm('sandbox reset --yes')).code, 0);
  });

  test('reset deletes what is no database', async () => {
    await using home = await aHome({ crd: false });
    await home.file('sandbox.db', 'garbage');
    assert.equal((await home.dbm('sandbox reset --yes')).code, 0);
    assert.equal(existsSync(`${home.path}/sandbox.db`), false);
  });

  test('serve gives others the same world, with a kubeconfig that dbm itself takes', async () => {
    await using home = await aHome();
    await home.dbm('create mysql --no-wait');
    const stop = new AbortController();
    const { promise: listening, resolve } = Promise.withResolvers<void>();
    const serving = home.dbm('sandbox serve', {
      signal: stop.signal,
      onStderr: (text) => text.includes('Ctrl-C') && resolve(),
    });
    await listening;
    const kubeconfig = await home.file('kubeconfig', (await home.dbm('sandbox kubeconfig')).stdout);
    const seen = await home.dbm(['get', '--kubeconfig', kubeconfig, '-o', 'name']);
    assert.deepEqual([seen.code, seen.stdout], [0, 'databasemanager.coolops.cn/mysql\n'], seen.stderr);
    stop.abort(new Interruption('SIGTERM'));
    const { code, stdout } = await serving;
    assert.equal(code, 0);
    assert.match(stdout, /kubectl --kubeconfig \S+ get databasemanagers/);
    const gone = await home.dbm(['get', '--kubeconfig', kubeconfig, '--json']);
    assert.equal(gone.code, 4);
    assert.equal(at(gone.json(), 'error.reason'), 'Unreachable');
  });

  test('serve says what to do when it cannot listen', async () => {
    await using home = await aHome();
    await using taken = createServer();
    await new Promise<void>((resolve) => taken.listen(0, '127.0.0.1', resolve));
    const address = taken.address();
    assert.ok(typeof address === 'object' && address !== null);
    const { code, stderr } = await home.dbm(`sandbox serve --port ${address.port}`);
    assert.equal(code, 1);
    assert.match(stderr, /cannot serve the sandbox: .*127\.0\.0\.1:\d+; choose another --host or --port\n$/);
    assert.equal((await home.dbm(['sandbox', 'serve', '--host', ''])).code, 2);
    assert.match((await home.dbm('sandbox kubeconfig')).stderr, /there is no kubeconfig/);
  });

  const unusable: Readonly<Record<string, readonly [file: string, told: RegExp]>> = {
    'is something else': ['garbage.db', /garbage\.db is not a database of the sandbox: start anew with/],
    'is a folder': ['.', /cannot open the sandbox \S+: EISDIR.*; put it elsewhere with DBM_SANDBOX_FILE/],
    'lies below a file': [
      'garbage.db/x',
      /cannot open the sandbox \S+: E.*; put it elsewhere with DBM_SANDBOX_FILE/,
    ],
  };
  for (const [name, [file, told]] of Object.entries(unusable)) {
    test(`that ${name} ends every command with one line that names file and cure`, async () => {
      await using home = await aHome({ crd: false });
      await home.file('garbage.db', 'garbage');
      const env = { DBM_SANDBOX_FILE: join(home.path, file) };
      for (const line of ['get', 'sandbox serve']) {
        const { code, stderr } = await home.dbm(`${line}`, { env: { ...env, DBM_SANDBOX: '1' } });
        assert.equal(code, 1);
        assert.match(stderr, told);
        assert.equal(stderr.trimEnd().split('\n').length, 1);
      }
    });
  }

  test('kubeconfig says how to get one when the sandbox was never served', async () => {
    await using home = await aHome({ crd: false });
    const { code, stderr } = await home.dbm('sandbox kubeconfig');
    assert.equal(code, 1);
    assert.match(stderr, /start "dbm sandbox serve" first/);
  });
});
