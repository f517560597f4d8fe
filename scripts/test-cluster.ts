/**
 * @module `npm run test:cluster [-- FILE…]`: runs the server-agnostic suites and test/cluster against a real API server.
 *
 * USE_EXISTING_CLUSTER=true takes the cluster of KUBECONFIG; otherwise KUBEBUILDER_ASSETS names a folder with etcd,
 * kube-apiserver and (better) kube-controller-manager, which are started on loopback for this run and stopped after it.
 */
import { spawnSync } from 'node:child_process';
import { globSync } from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { finished } from 'node:stream/promises';
import { run } from 'node:test';
import { spec } from 'node:test/reporters';
import { startControlPlane } from '../test/support/control-plane.ts';
import { sourceFiles } from '../test/support/modules.ts';

interface Totals {
  passed: number;
  failed: number;
}

interface Server {
  readonly kubeconfig: string;
  readonly auditLog?: string;
  /** Whether the cluster goes away with this run. */
  readonly disposable: boolean;
  close(): Promise<void>;
}

process.chdir(join(import.meta.dirname, '..'));
const given = process.argv.slice(2);
const server = await openServer();
if (server === undefined) {
  console.error(
    'test:cluster has no API server: set KUBEBUILDER_ASSETS to a folder with etcd, kube-apiserver and kube-controller-manager, or USE_EXISTING_CLUSTER=true with KUBECONFIG.',
  );
  process.exit(1);
}
for (const signal of ['SIGINT', 'SIGTERM'] as const)
  process.once(
    signal,
    () => void server.close().finally(() => process.exit(signal === 'SIGINT' ? 130 : 143)),
  );

const totals: Totals = { passed: 0, failed: 0 };
try {
  Object.assign(process.env, environmentOf(server));
  await runFiles(shareable(), 2, totals);
  const alone = chosen('test/cluster/**/*.test.ts');
  if (alone.length > 0) build();
  // one file at a time: they install and remove the CRD, and ask what the whole server was asked
  await runFiles(alone, 1, totals);
} finally {
  await server.close();
}
console.log(`test:cluster: ${totals.passed} passed, ${totals.failed} failed`);
process.exit(totals.failed > 0 || totals.passed === 0 ? 1 : 0);

async function openServer(): Promise<Server | undefined> {
  const { USE_EXISTING_CLUSTER: existing, KUBECONFIG: path, KUBEBUILDER_ASSETS: assets } = process.env;
  if (existing === 'true') {
    const kubeconfig = path || join(homedir(), '.kube', 'config');
    return { kubeconfig, disposable: false, close: () => Promise.resolve() };
  }
  if (assets === undefined || assets === '') return undefined;
  const plane = await startControlPlane(assets);
  if (!plane.hasControllers)
    console.error(`no kube-controller-manager in ${assets}: its cases check what holds without it`);
  return { ...plane, disposable: true };
}

function environmentOf({ kubeconfig, auditLog, disposable }: Server): Readonly<Record<string, string>> {
  return {
    DBM_TEST_SERVER: 'cluster',
    KUBECONFIG: kubeconfig,
    DBM_TEST_DISPOSABLE: String(disposable),
    ...(auditLog === undefined ? {} : { DBM_TEST_AUDIT_LOG: auditLog }),
  };
}

/** The tests of test/cluster run the built program. */
function build(): void {
  const { status } = spawnSync('npm', ['run', '--silent', 'build'], {
    stdio: ['ignore', 'inherit', 'inherit'],
  });
  if (status !== 0) throw new Error('the build failed');
}

/** Conformance, and of behaviour and regression the files that take their server from test/support/server.ts. */
function shareable(): readonly string[] {
  const imports = new Map(
    sourceFiles('test').map((file) => [file.path, file.imports.map(({ target }) => target)]),
  );
  const agnostic = (file: string): boolean =>
    file === 'test/support/server.ts' || (imports.get(file) ?? []).some(agnostic);
  return [
    ...chosen('test/conformance/**/*.test.ts'),
    ...['test/behaviour/**/*.test.ts', 'test/regression/**/*.test.ts'].flatMap(chosen).filter(agnostic),
  ];
}

function chosen(pattern: string): readonly string[] {
  const files = globSync(pattern).sort();
  return given.length === 0 ? files : files.filter((file) => given.includes(file));
}

async function runFiles(files: readonly string[], concurrency: number, sum: Totals): Promise<void> {
  if (files.length === 0) return;
  const stream = run({ files: [...files], concurrency, timeout: 600_000 });
  stream.on('test:summary', ({ file, counts }) => {
    if (file !== undefined) return;
    sum.passed += counts.passed;
    sum.failed += counts.tests - counts.passed - counts.skipped - counts.todo;
  });
  const output = stream.compose(spec);
  output.pipe(process.stdout, { end: false });
  await finished(output);
}
