/** @module `npm run demo`: the main job on the embedded sandbox, with the real commands, leaving nothing behind. */
import { existsSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { deployments } from '../src/kube/resources.ts';
import { createClient } from '../src/kube/rest-client.ts';
import { openSandbox } from '../src/sandbox/sandbox.ts';
import { runSteps, type Step } from './demo/run-steps.ts';
import { createShell, type Shell } from './demo/shell.ts';

const SEED = 'examples/example-mysql.yaml';

const steps: readonly Step[] = [
  { title: 'Install the DatabaseManager resource', run: ({ dbm }) => dbm('install-crd') },
  { title: 'Apply the first manifest as it is', run: ({ dbm }) => dbm('create', '-f', SEED) },
  {
    title: 'Create MySQL with 2 replicas',
    run: ({ dbm }) => dbm('create', 'mysql', 'orders', '--replicas', '2'),
  },
  { title: 'Reconcile once', run: ({ dbm }) => dbm('reconcile', '--once') },
  { title: 'Wait until both are Ready', run: waitUntilReady },
  { title: 'Scale to 3 replicas', run: ({ dbm }) => dbm('scale', 'orders', '--replicas', '3', '--wait') },
  { title: 'Repair drift: somebody edits the Deployment', run: repairDrift },
  { title: 'Delete both', run: ({ dbm }) => dbm('delete', 'orders', 'example-mysql') },
  { title: 'Nothing is left', run: nothingIsLeft },
];

const folder = await mkdtemp(join(tmpdir(), 'dbm-demo-'));
const interrupted = new AbortController();
process.once('SIGINT', () => interrupted.abort());
try {
  const shell = createShell({ folder, signal: interrupted.signal });
  process.exitCode = await runSteps(steps, shell);
} finally {
  await rm(folder, { recursive: true, force: true });
}
if (existsSync(folder)) process.exitCode = 1;

async function waitUntilReady({ dbm, check, json }: Shell): Promise<void> {
  await dbm('reconcile', '--wait', '--timeout', '60s');
  await dbm('get');
  const { items } = (await json('get', '--json')) as { items: { status: { conditions: Condition[] } }[] };
  const ready = items.filter(({ status }) =>
    status.conditions.some((one) => one.type === 'Ready' && one.status === 'True'),
  );
  check(ready.length === 2, `2 databases are Ready, not ${ready.length}`);
}

interface Condition {
  readonly type: string;
  readonly status: string;
}

/** The edit bypasses dbm, as one with kubectl would. */
async function repairDrift({ dbm, check, say, sandboxFile }: Shell): Promise<void> {
  const key = { namespace: 'default', name: 'orders' };
  say('$ kubectl scale deployment orders --replicas 7');
  await inSandbox(sandboxFile, (client) =>
    client.patch(
      deployments,
      key,
      { type: 'merge', body: { spec: { replicas: 7 } } },
      { fieldManager: 'somebody' },
    ),
  );
  await dbm('reconcile', '--dry-run');
  await dbm('reconcile', '--once');
  const { spec } = await inSandbox(sandboxFile, (client) => client.get(deployments, key));
  check(spec?.replicas === 3, `the Deployment has 3 replicas again, not ${spec?.replicas}`);
}

async function inSandbox<T>(
  file: string,
  use: (client: ReturnType<typeof createClient>) => Promise<T>,
): Promise<T> {
  const sandbox = openSandbox({ file });
  try {
    return await use(createClient(sandbox.transport()));
  } finally {
    await sandbox.close();
  }
}

async function nothingIsLeft({ dbm, check, json }: Shell): Promise<void> {
  await dbm('get');
  const { objects } = (await json('sandbox', 'status', '--json')) as {
    objects: Readonly<Record<string, number>>;
  };
  const kinds = [
    'DatabaseManager',
    'Deployment',
    'ReplicaSet',
    'Pod',
    'Service',
    'Secret',
    'PersistentVolumeClaim',
  ];
  const left = kinds.filter((kind) => objects[kind] !== undefined);
  check(left.length === 0, `nothing is left, but there is: ${left.join(', ')}`);
}
