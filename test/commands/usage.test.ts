/** @module Mistakes on the command line, and the way the program starts. */
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { closeSync, existsSync, openSync } from 'node:fs';
import { describe, test } from 'node:test';
import { Interruption } from '../../src/cli/io.ts';
import { aHome } from './support/dbm.ts';
import { BUILT, runProcess } from './support/process.ts';

describe('a mistake on the command line', () => {
  const mistakes: Readonly<Record<string, RegExp>> = {
    'creat mysql':
      /^error: unknown command "creat" \(did you mean "create"\?\); "dbm --help" lists the commands\n$/,
    gte: /^error: unknown command "gte"; "dbm --help" lists the commands\n$/,
    'sandbox stauts': /unknown command "sandbox stauts" \(did you mean "sandbox status"\?\)/,
    'sandbox list': /unknown command "sandbox list"; /,
    'help nonsense': /unknown command "nonsense"/,
    'get --ouput json': /unknown flag "--ouput" \(did you mean "--output"\?\); see --help\n$/,
    'get --request-timeout soon': /--request-timeout must be a duration such as 30s/,
    'scale mysql': /^error: missing required flag replicas/,
    'get -v 11': /--verbosity must be a whole number from 0 to 10, not "11"/,
    'get --sandbox --context x': /--sandbox and --context contradict each other/,
  };
  for (const [line, message] of Object.entries(mistakes)) {
    test(`ends "${line}" with 2 and one line that helps`, async () => {
      await using home = await aHome({ crd: false });
      const { code, stdout, stderr } = await home.dbm(line);
      assert.deepEqual([code, stdout], [2, ''], stderr);
      assert.match(stderr, message);
      assert.equal(stderr.trimEnd().split('\n').length, 1);
    });
  }
});

describe('errors', () => {
  test('show a stack only under DEBUG', async () => {
    await using home = await aHome({ crd: false });
    assert.doesNotMatch((await home.dbm('get nope')).stderr, /\n +at /);
    assert.match((await home.dbm('get nope', { env: { DEBUG: '1' } })).stderr, /\n +at /);
  });

  test('show the server and the cure when the cluster cannot be reached', async () => {
    await using home = await aHome({ crd: false });
    const { code, stderr } = await home.dbm('get --server https://127.0.0.1:1');
    assert.equal(code, 4);
    assert.match(
      stderr,
      /cannot reach the cluster: .*https:\/\/127\.0\.0\.1:1.*; check that the cluster is up/,
    );
  });
});

describe('Ctrl-C', () => {
  test('ends a command that waits with 130, and says what was left behind', async () => {
    await using home = await aHome();
    const stop = new AbortController();
    const { code, stderr } = await home.dbm('create mysql --image mysql:0.0.1-none --wait', {
      signal: stop.signal,
      onStderr: (text) => text.includes('Deployment mysql:') && stop.abort(new Interruption('SIGINT')),
    });
    assert.equal(code, 130, stderr);
    assert.match(stderr, /interrupted: default\/mysql stays and is not ready yet: /);
    assert.equal((await home.dbm('get mysql')).code, 0);
  });
});

describe('-v', () => {
  test('shows each request from 6 on, without headers', async () => {
    await using home = await aHome();
    const { stderr } = await home.dbm('get -v 6');
    assert.match(stderr, /^GET sandbox\S*\/apis\/coolops\.cn\/v1alpha1\/\S+ 200 in \d+ ms$/m);
    assert.doesNotMatch((await home.dbm('get -v 5')).stderr, /GET/);
  });
});

describe('the built program', () => {
  test('answers --version and --help, and passes exit codes on', async () => {
    await using home = await aHome({ crd: false });
    const env = { HOME: home.path };
    const version = await runProcess(['--version'], { env });
    assert.match(version.stdout, /^dbm \d+\.\d+\.\d+ \(\S+, Node\.js \d+\.\d+\.\d+\)\n$/);
    assert.equal((await runProcess(['--help'], { env })).code, 0);
    assert.equal((await runProcess(['bogus'], { env })).code, 2);
  });

  test('says in one line that standard output cannot be written', async (t) => {
    if (!existsSync('/dev/full')) return t.diagnostic('there is no /dev/full here');
    await using home = await aHome({ crd: false });
    const full = openSync('/dev/full', 'w');
    const { status, stderr } = spawnSync(process.execPath, [BUILT, 'version'], {
      env: { HOME: home.path },
      stdio: ['ignore', full, 'pipe'],
      encoding: 'utf8',
    });
    closeSync(full);
    assert.equal(status, 1);
    assert.match(
      stderr,
      /^error: standard output cannot be written: ENOSPC.*; free space or write elsewhere\n$/,
    );
  });

  test('says on an old Node.js what it needs, in one line', async () => {
    await using home = await aHome({ crd: false });
    const old = await home.file(
      'old.cjs',
      "Object.defineProperty(process, 'versions', { value: { ...process.versions, node: '20.19.0' } });\n" +
        "Object.defineProperty(process, 'version', { value: 'v20.19.0' });\n",
    );
    const { code, stdout, stderr } = await runProcess(['--version'], {
      env: { HOME: home.path },
      nodeArguments: ['--require', old],
    });
    assert.deepEqual([code, stdout], [1, '']);
    assert.match(stderr, /^dbm needs Node\.js 22\.19 or newer, but \S+ is v20\.19\.0: .*\n$/);
  });
});
