/**
 * @module Starts etcd, kube-apiserver and (where present) kube-controller-manager on free loopback ports for one test run.
 *
 * Guarantees: own temporary directory and tokens; nothing outlives `close()`, nor the exit of this process.
 * Caveat: a SIGKILL of this process leaves the children behind.
 */
import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { generateKeyPairSync, randomBytes } from 'node:crypto';
import { existsSync, openSync } from 'node:fs';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { request } from 'node:https';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';

/** A running control plane. */
export interface ControlPlane {
  /** Path of a kubeconfig with two contexts: `admin` (current) and `dbm`, the user that the audit log tells apart. */
  readonly kubeconfig: string;
  /** One JSON line per request, written before the answer is sent. */
  readonly auditLog: string;
  /** Whether garbage collection and the built-in controllers run. */
  readonly hasControllers: boolean;
  close(): Promise<void>;
}

/** Starts what is in `assets` (the folder that KUBEBUILDER_ASSETS names). Rejects with the log's end when a part fails. */
export async function startControlPlane(assets: string): Promise<ControlPlane> {
  for (const name of ['etcd', 'kube-apiserver'])
    if (!existsSync(join(assets, name))) throw new Error(`no ${name} in KUBEBUILDER_ASSETS=${assets}`);
  const dir = await mkdtemp(join(tmpdir(), 'dbm-control-plane-'));
  const parts = new Parts(dir);
  const onExit = () => parts.kill();
  process.once('exit', onExit);
  const close = async () => {
    await parts.stop();
    process.off('exit', onExit);
    await rm(dir, { recursive: true, force: true, maxRetries: 5 });
  };
  try {
    return { ...(await start(assets, dir, parts)), close };
  } catch (error) {
    await close();
    throw error;
  }
}

async function start(assets: string, dir: string, parts: Parts): Promise<Omit<ControlPlane, 'close'>> {
  const [port, etcdPort, peerPort, controllersPort] = await freePorts(4);
  const file = (name: string) => join(dir, name);
  const [kubeconfig, auditLog] = [file('kubeconfig'), file('audit.log')];
  const tokens = { admin: newToken(), dbm: newToken() };
  await writeFiles(dir, { port: port ?? 0, tokens });

  parts.spawn('etcd', join(assets, 'etcd'), [
    `--data-dir=${file('etcd')}`,
    `--listen-client-urls=http://127.0.0.1:${etcdPort}`,
    `--advertise-client-urls=http://127.0.0.1:${etcdPort}`,
    `--listen-peer-urls=http://127.0.0.1:${peerPort}`,
    `--initial-advertise-peer-urls=http://127.0.0.1:${peerPort}`,
    `--initial-cluster=default=http://127.0.0.1:${peerPort}`,
    '--unsafe-no-fsync',
  ]);
  parts.spawn('kube-apiserver', join(assets, 'kube-apiserver'), [
    `--etcd-servers=http://127.0.0.1:${etcdPort}`,
    '--bind-address=127.0.0.1',
    `--secure-port=${port}`,
    `--cert-dir=${file('certs')}`,
    `--token-auth-file=${file('tokens.csv')}`,
    '--authorization-mode=RBAC',
    '--service-cluster-ip-range=10.0.0.0/16',
    `--service-account-key-file=${file('sa.pub')}`,
    `--service-account-signing-key-file=${file('sa.key')}`,
    '--service-account-issuer=https://kubernetes.default.svc',
    '--allow-privileged=true',
    '--disable-admission-plugins=ServiceAccount',
    `--audit-policy-file=${file('audit-policy.yaml')}`,
    `--audit-log-path=${auditLog}`,
    '--audit-log-mode=blocking-strict',
  ]);
  const answers = (path: string) => () => isThere({ port: port ?? 0, path, token: tokens.admin });
  await parts.until('kube-apiserver', answers('/readyz'));
  const hasControllers = existsSync(join(assets, 'kube-controller-manager'));
  if (hasControllers) {
    parts.spawn('kube-controller-manager', join(assets, 'kube-controller-manager'), [
      `--kubeconfig=${kubeconfig}`,
      `--service-account-private-key-file=${file('sa.key')}`,
      '--bind-address=127.0.0.1',
      `--secure-port=${controllersPort}`,
      `--cert-dir=${file('certs')}`,
      '--leader-elect=false',
      // the defaults (20 and 30 a second) would make garbage collection wait behind hundreds of test namespaces
      '--kube-api-qps=300',
      '--kube-api-burst=500',
      ...insecurePortOff(join(assets, 'kube-controller-manager')),
    ]);
    // made by one of the controllers: they have begun
    await parts.until(
      'kube-controller-manager',
      answers('/api/v1/namespaces/default/serviceaccounts/default'),
    );
  }
  return { kubeconfig, auditLog, hasControllers };
}

async function writeFiles(
  dir: string,
  { port, tokens }: { port: number; tokens: Readonly<Record<'admin' | 'dbm', string>> },
): Promise<void> {
  const keys = generateKeyPairSync('rsa', {
    modulusLength: 2048,
    publicKeyEncoding: { type: 'spki', format: 'pem' },
    privateKeyEncoding: { type: 'pkcs1', format: 'pem' },
  });
  const users = Object.entries(tokens);
  const policy = [
    'apiVersion: audit.k8s.io/v1',
    'kind: Policy',
    'omitStages: [RequestReceived]',
    'rules: [{level: Metadata}]',
  ];
  const kubeconfig = {
    apiVersion: 'v1',
    kind: 'Config',
    clusters: [
      {
        name: 'test',
        cluster: {
          server: `https://127.0.0.1:${port}`,
          // the server makes this pair itself; the file ends with the authority that signed it
          'certificate-authority': join(dir, 'certs', 'apiserver.crt'),
        },
      },
    ],
    users: users.map(([name, token]) => ({ name, user: { token } })),
    contexts: users.map(([name]) => ({
      name,
      context: { cluster: 'test', user: name, namespace: 'default' },
    })),
    'current-context': 'admin',
  };
  const contents = {
    'sa.key': keys.privateKey,
    'sa.pub': keys.publicKey,
    'tokens.csv': users.map(([name, token]) => `${token},${name},${name},"system:masters"\n`).join(''),
    'audit-policy.yaml': `${policy.join('\n')}\n`,
    kubeconfig: JSON.stringify(kubeconfig),
  };
  for (const [name, content] of Object.entries(contents))
    await writeFile(join(dir, name), content, { mode: 0o600 });
}

/** Controller managers before 1.24 also listen on a fixed port without TLS, which two on one machine would fight for. */
function insecurePortOff(program: string): readonly string[] {
  const { stdout } = spawnSync(program, ['--help'], { encoding: 'utf8' });
  return /^ +--port int/m.test(stdout) ? ['--port=0'] : [];
}

/** The child processes, stopped in the reverse order of their start. */
class Parts {
  readonly #dir: string;
  readonly #children: { readonly name: string; readonly child: ChildProcess }[] = [];

  constructor(dir: string) {
    this.#dir = dir;
  }

  spawn(name: string, program: string, args: readonly string[]): void {
    const log = openSync(join(this.#dir, `${name}.log`), 'a');
    // a process group of their own: Ctrl-C reaches this process first, which then stops them in order
    const child = spawn(program, args, { cwd: this.#dir, stdio: ['ignore', log, log], detached: true });
    child.on('error', () => {});
    this.#children.push({ name, child });
  }

  async until(name: string, condition: () => Promise<boolean>): Promise<void> {
    for (let tries = 0; tries < 480; tries++) {
      if (await condition()) return;
      for (const part of this.#children)
        if (hasEnded(part.child)) throw await this.#failure(part.name, 'has ended');
      await delay(125);
    }
    throw await this.#failure(name, 'was not ready in 60 seconds');
  }

  async stop(): Promise<void> {
    for (const { child } of this.#children.toReversed()) {
      if (hasEnded(child)) continue;
      const ended = new Promise((resolve) => child.once('exit', resolve));
      child.kill('SIGTERM');
      const timer = setTimeout(() => child.kill('SIGKILL'), 5_000);
      await ended;
      clearTimeout(timer);
    }
  }

  kill(): void {
    for (const { child } of this.#children) if (!hasEnded(child)) child.kill('SIGKILL');
  }

  async #failure(name: string, what: string): Promise<Error> {
    const log = await readFile(join(this.#dir, `${name}.log`), 'utf8').catch(() => '');
    return new Error(`${name} ${what}; its log ends:\n${log.split('\n').slice(-8).join('\n')}`);
  }
}

function hasEnded(child: ChildProcess): boolean {
  return child.pid === undefined || child.exitCode !== null || child.signalCode !== null;
}

function isThere({ port, path, token }: { port: number; path: string; token: string }): Promise<boolean> {
  return new Promise((resolve) => {
    const options = { host: '127.0.0.1', port, path, rejectUnauthorized: false, timeout: 5_000 };
    const headers = { authorization: `Bearer ${token}` };
    const call = request({ ...options, agent: false, headers }, (answer) => {
      answer.resume();
      resolve(answer.statusCode === 200);
    });
    call.on('timeout', () => call.destroy());
    call.on('error', () => resolve(false));
    call.end();
  });
}

async function freePorts(count: number): Promise<readonly number[]> {
  const servers = Array.from({ length: count }, () => createServer());
  const ports = await Promise.all(
    servers.map(
      (server) =>
        new Promise<number>((resolve, reject) => {
          server.once('error', reject);
          server.listen(0, '127.0.0.1', () => {
            const address = server.address();
            resolve(typeof address === 'object' && address !== null ? address.port : 0);
          });
        }),
    ),
  );
  await Promise.all(servers.map((server) => new Promise((resolve) => server.close(resolve))));
  return ports;
}

function newToken(): string {
  return randomBytes(16).toString('hex');
}
