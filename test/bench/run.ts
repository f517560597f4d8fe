/**
 * @module `npm run bench`: the figures of the README. JSON lines on stdout, a table on stderr.
 *
 * Always over the sandbox; over a real API server too where KUBEBUILDER_ASSETS names its binaries, or where
 * USE_EXISTING_CLUSTER=true and KUBECONFIG name a running one.
 */
import { availableParallelism, cpus } from 'node:os';
import { loadKubeconfig } from '../../src/kube/kubeconfig/load-kubeconfig.ts';
import { resolveTarget } from '../../src/kube/kubeconfig/resolve-target.ts';
import { createNetworkTransport } from '../../src/kube/network-transport.ts';
import { openSandbox } from '../../src/sandbox/sandbox.ts';
import { startControlPlane } from '../support/control-plane.ts';
import { benchConverge } from './converge.ts';
import { Report } from './report.ts';
import { benchStartUp } from './start-up.ts';

const COUNTS = [100, 500];
const report = new Report();

benchStartUp(report);
await benchSandbox();
await benchServer();
const cpu = cpus()[0]?.model ?? 'unknown processor';
console.error(
  `\n${new Date().toISOString().slice(0, 10)}, Node.js ${process.version}, ${availableParallelism()} × ${cpu}\n`,
);
console.error(report.table());

async function benchSandbox(): Promise<void> {
  for (const count of COUNTS) {
    const sandbox = openSandbox({ file: ':memory:' });
    await benchConverge(
      report,
      { name: 'sandbox in memory', transport: sandbox.transport(), hasKubelet: true },
      count,
    );
    await sandbox.close();
  }
}

async function benchServer(): Promise<void> {
  const server = await openServer();
  if (server === undefined) {
    console.error(
      'no real API server is given (KUBEBUILDER_ASSETS or USE_EXISTING_CLUSTER): the sandbox only',
    );
    return;
  }
  const kubeconfig = await loadKubeconfig({ env: {}, path: server.kubeconfig });
  if (kubeconfig === undefined) throw new Error(`no kubeconfig at ${server.kubeconfig}`);
  const transport = createNetworkTransport(resolveTarget(kubeconfig, {}), {});
  try {
    for (const count of COUNTS)
      await benchConverge(report, { name: 'kube-apiserver', transport, hasKubelet: false }, count);
  } finally {
    await transport.close();
    await server.close();
  }
}

async function openServer(): Promise<{ kubeconfig: string; close(): Promise<void> } | undefined> {
  const { USE_EXISTING_CLUSTER: existing, KUBECONFIG: path, KUBEBUILDER_ASSETS: assets } = process.env;
  if (existing === 'true' && path !== undefined) return { kubeconfig: path, close: () => Promise.resolve() };
  return assets === undefined ? undefined : startControlPlane(assets);
}
