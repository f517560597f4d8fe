import assert from 'node:assert/strict';
import { chmod, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, type TestContext, test } from 'node:test';
import type { ClusterTarget } from '../../src/kube/kubeconfig/cluster-target.ts';
import type { Credentials, ExecPlugin } from '../../src/kube/kubeconfig/kubeconfig.ts';
import { createNetworkTransport } from '../../src/kube/network-transport.ts';
import type { Transport } from '../../src/kube/transport.ts';
import { type VirtualClock, virtualClock } from '../runtime/virtual-clock.ts';
import { ask, type Handler, json, type Loopback, pki, serve } from './loopback.ts';

const V1 = 'client.authentication.k8s.io/v1';

describe('credentials', () => {
  test('a token, a password and impersonation become headers', async (t) => {
    const { loopback } = await serving(t);
    await ask(open(t, loopback, { credentials: { token: 'abc' } }));
    await ask(open(t, loopback, { credentials: { basic: { username: 'carol', password: 'pä:ss' } } }));
    const impersonate = {
      user: 'zoe',
      uid: '7',
      groups: ['a', 'b'],
      extra: { 'Scopes/x (y)': ['s1', 's2'] },
    };
    await ask(open(t, loopback, { impersonate }));
    const [token, basic, impersonated] = loopback.asked.map(({ headers }) => headers);
    assert.equal(token?.authorization, 'Bearer abc');
    assert.equal(basic?.authorization, `Basic ${Buffer.from('carol:pä:ss').toString('base64')}`);
    assert.equal(impersonated?.authorization, undefined);
    assert.equal(impersonated?.['impersonate-user'], 'zoe');
    assert.equal(impersonated?.['impersonate-uid'], '7');
    assert.equal(impersonated?.['impersonate-group'], 'a, b');
    assert.equal(impersonated?.['impersonate-extra-scopes%2Fx%20%28y%29'.toLowerCase()], 's1, s2');
  });

  test('each impersonated group has a header line of its own over HTTP/1.1 too', async (t) => {
    const lines: string[] = [];
    const loopback = await serve(t, 'http', (_asked, response) => {
      lines.push(...response.req.rawHeaders);
      json(response, 200, {});
    });
    await ask(open(t, loopback, { impersonate: { user: 'zoe', groups: ['a', 'b'] } }));
    const groups = lines.filter((_line, index) => lines[index - 1]?.toLowerCase() === 'impersonate-group');
    assert.deepEqual(groups, ['a', 'b']);
  });

  test('a plain http server gets no credentials', async (t) => {
    const loopback = await serve(t, 'http', (_asked, response) => json(response, 200, {}));
    await ask(open(t, loopback, { credentials: { token: 'abc' } }));
    assert.equal(loopback.asked[0]?.headers.authorization, undefined);
  });

  test('a token file is read again as it rotates', async (t) => {
    const file = join(await temporary(t), 'token');
    await writeFile(file, 'first\n');
    const { loopback } = await serving(t);
    const clock = virtualClock();
    const transport = open(t, loopback, { credentials: { tokenFile: file } }, clock);
    await ask(transport);
    await writeFile(file, 'second\n');
    await clock.advance(10_000);
    await ask(transport);
    await rm(file);
    await clock.advance(10_000);
    await ask(transport);
    assert.deepEqual(tokens(loopback), ['first', 'second', 'second']);
  });

  test('a 401 makes it read the token file at once and send the request again', async (t) => {
    const file = join(await temporary(t), 'token');
    await writeFile(file, 'old');
    const { loopback } = await serving(t, ({ headers }) => headers.authorization === 'Bearer new');
    const transport = open(t, loopback, { credentials: { tokenFile: file } });
    assert.equal((await ask(transport)).status, 401);
    assert.deepEqual(tokens(loopback), ['old']);
    await writeFile(file, 'new');
    assert.equal((await ask(transport, { method: 'POST', body: '{}' })).status, 200);
    assert.deepEqual(tokens(loopback), ['old', 'old', 'new']);
    assert.equal(loopback.asked.at(-1)?.body, '{}');
  });

  test('a token file that is missing is named; a token beside it steps in', async (t) => {
    const { loopback } = await serving(t);
    const missing = open(t, loopback, { credentials: { tokenFile: '/not/there' } });
    await assert.rejects(ask(missing), {
      name: 'ConnectionError',
      code: 'ECREDENTIALS',
      message: /\/not\/there/,
    });
    await ask(open(t, loopback, { credentials: { tokenFile: '/not/there', token: 'spare' } }));
    assert.deepEqual(tokens(loopback), ['spare']);
  });

  test('a legacy auth-provider is refused with its user and the cure', async (t) => {
    const { loopback } = await serving(t);
    const message = /"oidc" of user "ada" is not supported.*exec credential plugin/;
    const transport = open(t, loopback, { userName: 'ada', credentials: { authProvider: 'oidc' } });
    await assert.rejects(ask(transport), { name: 'ConnectionError', message });
  });
});

describe('exec plugin', () => {
  test('is run once for many requests, and again when its credential has expired', async (t) => {
    const clock = virtualClock();
    const { exec, runs } = await plugin(
      t,
      `answer({ token: 'run-' + runs, expirationTimestamp: runs === 1 ? '${at(clock, 60)}' : '${at(clock, 600)}' })`,
    );
    const { loopback } = await serving(t);
    const transport = open(t, loopback, { credentials: { exec } }, clock);
    await Promise.all([ask(transport), ask(transport), ask(transport)]);
    assert.equal(await runs(), 1);
    await clock.advance(60_000);
    await ask(transport);
    assert.equal(await runs(), 2);
    assert.deepEqual(tokens(loopback), ['run-1', 'run-1', 'run-1', 'run-2']);
  });

  test('that answers with what has expired already is run once per request', async (t) => {
    const clock = virtualClock();
    const { exec, runs } = await plugin(
      t,
      `answer({ token: 'x', expirationTimestamp: '${at(clock, -60)}' })`,
    );
    const { loopback } = await serving(t);
    await ask(open(t, loopback, { credentials: { exec } }, clock));
    assert.equal(await runs(), 1);
  });

  test('is run again once after a 401, for all requests that met it', async (t) => {
    const { exec, runs } = await plugin(t, `answer({ token: 'run-' + runs })`);
    const { loopback } = await serving(t, ({ headers }) => headers.authorization === 'Bearer run-2');
    const transport = open(t, loopback, { credentials: { exec } });
    const answers = await Promise.all([ask(transport), ask(transport), ask(transport)]);
    assert.deepEqual(
      answers.map(({ status }) => status),
      [200, 200, 200],
    );
    assert.equal(await runs(), 2);
  });

  test('may answer with a client certificate, and a new one makes a new connection', async (t) => {
    const { ada, bob } = await pki();
    const pairs = JSON.stringify([ada, bob]);
    const clock = virtualClock();
    const { exec } = await plugin(
      t,
      `const { cert, key } = ${pairs}[runs - 1];
       answer({ clientCertificateData: cert, clientKeyData: key, expirationTimestamp: runs === 1 ? '${at(clock, 60)}' : '${at(clock, 600)}' })`,
    );
    const loopback = await serve(t, 'h2', ({ client }, response) => json(response, 200, client));
    const transport = open(t, loopback, { credentials: { exec } }, clock);
    assert.equal((await ask(transport)).text, '"ada"');
    await clock.advance(60_000);
    assert.equal((await ask(transport)).text, '"bob"');
    assert.equal(loopback.sockets.length, 2);
  });

  test('is told about the cluster and gets its own variables', async (t) => {
    const { exec } = await plugin(
      t,
      `const info = JSON.parse(process.env.KUBERNETES_EXEC_INFO);
       const ca = Buffer.from(info.spec.cluster['certificate-authority-data'], 'base64').toString();
       answer({ token: [info.apiVersion, info.kind, info.spec.interactive, info.spec.cluster.server.slice(0, 17),
         info.spec.cluster.config.audience, ca.slice(0, 27), process.env.REALM, process.env.HOME].join('|') })`,
      { env: { REALM: 'lab' }, provideClusterInfo: true },
    );
    const { loopback } = await serving(t);
    await ask(open(t, loopback, { credentials: { exec }, execConfig: { audience: 'x' } }));
    const told = `${V1}|ExecCredential|false|https://127.0.0.1|x|-----BEGIN CERTIFICATE-----|lab|/home/ada`;
    assert.deepEqual(tokens(loopback), [told]);
  });

  for (const [name, body, message] of [
    ['fails', 'process.exit(3)', /ended with exit code 3/],
    ['prints no JSON', `console.log('secret-token')`, /something that is not JSON/],
    [
      'prints another version',
      `answer({ token: 'secret-token' }, 'client.authentication.k8s.io/v1beta1')`,
      /v1beta1" where .*v1 was asked/,
    ],
    ['prints no credential', 'answer({})', /neither a token nor a client certificate/],
    ['prints half a pair', `answer({ clientKeyData: 'secret-token' })`, /only one of/],
    [
      'prints a strange time',
      `answer({ token: 'secret-token', expirationTimestamp: 'soon' })`,
      /expirationTimestamp/,
    ],
    ['prints without end', `process.stdout.write('x'.repeat(3e6))`, /more than 1 MiB/],
  ] as const) {
    test(`that ${name} is named, without a secret`, async (t) => {
      const { exec } = await plugin(t, body);
      const { loopback } = await serving(t);
      const transport = open(t, loopback, { userName: 'eve', credentials: { exec } });
      await assert.rejects(ask(transport), (error: Error) => {
        assert.equal(error.name, 'ConnectionError');
        assert.match(error.message, /user "eve"/);
        assert.match(error.message, message);
        assert.doesNotMatch(error.message, /secret-token/);
        return true;
      });
    });
  }

  test('that is not installed shows its hint, without control characters', async (t) => {
    const { loopback } = await serving(t);
    const exec = {
      ...PLUGIN,
      command: 'no-such-command-here',
      installHint: 'get it\u001b[31m from the shop',
    };
    const message = /no-such-command-here .*was not found\. get it\[31m from the shop/;
    await assert.rejects(ask(open(t, loopback, { credentials: { exec } })), {
      name: 'ConnectionError',
      message,
    });
  });

  test('that must ask a person fails without a terminal', async (t) => {
    const { exec } = await plugin(t, `answer({ token: 'x' })`, { interactiveMode: 'Always' });
    const { loopback } = await serving(t);
    await assert.rejects(ask(open(t, loopback, { credentials: { exec } })), { message: /no terminal/ });
  });
});

const PLUGIN: ExecPlugin = {
  apiVersion: V1,
  command: process.execPath,
  args: [],
  env: {},
  provideClusterInfo: false,
  interactiveMode: 'Never',
};

interface Plugin {
  readonly exec: ExecPlugin;
  /** How often it was run. */
  runs(): Promise<number>;
}

/** A script in which `answer(status)` prints a credential and `runs` counts its runs from 1. */
async function plugin(t: TestContext, body: string, more: Partial<ExecPlugin> = {}): Promise<Plugin> {
  const folder = await temporary(t);
  const [script, count] = [join(folder, 'plugin.cjs'), join(folder, 'count')];
  await writeFile(count, '');
  await writeFile(
    script,
    `const fs = require('node:fs');
     fs.appendFileSync(${JSON.stringify(count)}, 'x');
     const runs = fs.statSync(${JSON.stringify(count)}).size;
     const answer = (status, apiVersion = '${V1}') =>
       console.log(JSON.stringify({ kind: 'ExecCredential', apiVersion, status }));
     ${body}`,
  );
  await chmod(script, 0o700);
  return { exec: { ...PLUGIN, args: [script], ...more }, runs: async () => (await readFile(count)).length };
}

async function serving(
  t: TestContext,
  accepts: (asked: Parameters<Handler>[0]) => boolean = () => true,
): Promise<{ loopback: Loopback }> {
  const loopback = await serve(t, 'h2', (asked, response) => json(response, accepts(asked) ? 200 : 401, {}));
  return { loopback };
}

function open(
  t: TestContext,
  { target }: Loopback,
  more: Partial<ClusterTarget> & { readonly credentials?: Credentials },
  clock?: VirtualClock,
): Transport {
  const env = { PATH: process.env.PATH, HOME: '/home/ada' };
  const transport = createNetworkTransport({ ...target, ...more }, { env, ...(clock && { clock }) });
  t.after(() => transport.close());
  return transport;
}

function tokens({ asked }: Loopback): readonly (string | undefined)[] {
  return asked.map(({ headers }) => String(headers.authorization).replace('Bearer ', ''));
}

function at(clock: VirtualClock, seconds: number): string {
  return new Date(clock.now() + seconds * 1000).toISOString();
}

async function temporary(t: TestContext): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'dbm-auth-'));
  t.after(() => rm(folder, { recursive: true }));
  return folder;
}
