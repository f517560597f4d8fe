/** @module The one way for a test to get an API server: the sandbox in-process, the sandbox over HTTPS, or a real one. */
import { randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, type TestContext } from 'node:test';
import { setTimeout as delay } from 'node:timers/promises';
import type { Client } from '../../src/kube/client.ts';
import type { Clock } from '../../src/kube/clock.ts';
import type { Transport } from '../../src/kube/transport.ts';
import { type Api, createApi } from './api.ts';
import { type Capabilities, capabilitiesOf, type ServerVersion } from './capabilities.ts';

export type ServerKind = 'sandbox' | 'sandbox-http' | 'cluster';

/** An API server with a namespace of the test's own in it. */
export interface TestServer {
  readonly kind: ServerKind;
  readonly client: Client;
  readonly transport: Transport;
  /** Requests as they are on the wire. */
  readonly api: Api;
  /** Fresh and empty; gone or out of sight after the test. */
  readonly namespace: string;
  /** Whether garbage collection, Deployments and the other built-in controllers work. */
  readonly hasControllers: boolean;
  readonly version: ServerVersion;
  readonly supports: Capabilities;
  /** For programs run by the test; absent for the in-process sandbox. */
  readonly kubeconfig?: string;
  /** Another namespace, deleted with the test's own. */
  newNamespace(): Promise<string>;
  /** Deletes the object at the path when the test ends, unless the whole server goes then. */
  deleteAtEnd(path: string): void;
  /** Called by itself when the test ends. Safe to call twice. */
  close(): Promise<void>;
}

/** A server that several tests of one file may share. */
interface Backend {
  readonly kind: ServerKind;
  readonly client: Client;
  readonly transport: Transport;
  readonly kubeconfig?: string;
  /** Whether it vanishes with this test (run), so that nothing needs to be deleted in it. */
  readonly disposable: boolean;
  close(): Promise<void>;
}

/** Which server DBM_TEST_SERVER asks for; the in-process sandbox by default. Throws on any other word. */
export function serverKind(): ServerKind {
  const kind = process.env.DBM_TEST_SERVER ?? 'sandbox';
  if (kind === 'sandbox' || kind === 'sandbox-http' || kind === 'cluster') return kind;
  throw new Error(`DBM_TEST_SERVER=${kind}: expected sandbox, sandbox-http or cluster`);
}

/** What a test may ask for; other servers than the in-process sandbox have their own clock. */
export interface ServerWishes {
  readonly clock?: Clock;
}

/** Gives the test its server and closes it when the test ends. */
export async function withServer(t: TestContext, wishes: ServerWishes = {}): Promise<TestServer> {
  const server = await openServer(await openBackend(wishes));
  t.after(() => server.close());
  return server;
}

let shared: Promise<Backend> | undefined;
after(async () => (await shared)?.close());

/** In memory each test has a server of its own; certificates and connections are made once per file. */
async function openBackend(wishes: ServerWishes): Promise<Backend> {
  const kind = serverKind();
  if (kind === 'sandbox') return openInProcess(wishes);
  shared ??= kind === 'cluster' ? openCluster() : openOverHttp();
  return { ...(await shared), close: () => Promise.resolve() };
}

async function openInProcess(wishes: ServerWishes): Promise<Backend> {
  const { openSandbox } = await import('../../src/sandbox/sandbox.ts');
  const sandbox = openSandbox({ file: ':memory:', ...wishes });
  const transport = sandbox.transport();
  return {
    kind: 'sandbox',
    transport,
    client: await clientOf(transport),
    disposable: true,
    close: () => sandbox.close(),
  };
}

async function openOverHttp(): Promise<Backend> {
  const { openSandbox } = await import('../../src/sandbox/sandbox.ts');
  const { serveSandbox } = await import('../../src/sandbox/serve/serve.ts');
  const dir = await mkdtemp(join(tmpdir(), 'dbm-served-sandbox-'));
  const sandbox = openSandbox({ file: ':memory:' });
  const served = await serveSandbox(sandbox, { dir });
  const { transport, client } = await connect(served.kubeconfig);
  const close = async () => {
    await client.close();
    await served.close();
    await sandbox.close();
    await rm(dir, { recursive: true, force: true });
  };
  return { kind: 'sandbox-http', transport, client, kubeconfig: served.kubeconfig, disposable: true, close };
}

async function openCluster(): Promise<Backend> {
  const kubeconfig = process.env.KUBECONFIG;
  if (kubeconfig === undefined || kubeconfig === '')
    throw new Error('DBM_TEST_SERVER=cluster needs KUBECONFIG; `npm run test:cluster` sets both');
  const { transport, client } = await connect(kubeconfig);
  const disposable = process.env.DBM_TEST_DISPOSABLE === 'true';
  return { kind: 'cluster', transport, client, kubeconfig, disposable, close: () => client.close() };
}

async function connect(path: string): Promise<{ transport: Transport; client: Client }> {
  const { loadKubeconfig } = await import('../../src/kube/kubeconfig/load-kubeconfig.ts');
  const { resolveTarget } = await import('../../src/kube/kubeconfig/resolve-target.ts');
  const { createNetworkTransport } = await import('../../src/kube/network-transport.ts');
  const kubeconfig = await loadKubeconfig({ env: {}, path });
  if (kubeconfig === undefined) throw new Error(`no kubeconfig at ${path}`);
  const transport = createNetworkTransport(resolveTarget(kubeconfig, {}), {});
  return { transport, client: await clientOf(transport) };
}

async function clientOf(transport: Transport): Promise<Client> {
  const { createClient } = await import('../../src/kube/rest-client.ts');
  return createClient(transport, {});
}

async function openServer(backend: Backend): Promise<TestServer> {
  const { kind, client, transport, kubeconfig } = backend;
  const api = createApi(transport);
  const created: string[] = [];
  const newNamespace = async () => {
    const name = `t-${randomBytes(5).toString('hex')}`;
    const answer = await api.post('/api/v1/namespaces', {
      apiVersion: 'v1',
      kind: 'Namespace',
      metadata: { name },
    });
    if (answer.status !== 201) throw new Error(`creating namespace ${name}: ${JSON.stringify(answer.body)}`);
    created.push(`/api/v1/namespaces/${name}`);
    return name;
  };
  const close = once(async () => {
    api.closeWatches();
    if (!backend.disposable) for (const path of created.toReversed()) await api.delete(path);
    await backend.close();
  });
  try {
    const namespace = await newNamespace();
    const version = (await api.get('/version')).body as ServerVersion;
    return {
      kind,
      client,
      transport,
      api,
      namespace,
      version,
      supports: capabilitiesOf(version),
      hasControllers: await hasControllers(api, kind, namespace),
      ...(kubeconfig === undefined ? {} : { kubeconfig }),
      newNamespace,
      deleteAtEnd: (path) => void created.push(path),
      close,
    };
  } catch (error) {
    await close();
    throw error;
  }
}

let knownControllers: boolean | undefined;

/** The service account controller gives each new namespace its `default` account, within moments. */
async function hasControllers(api: Api, kind: ServerKind, namespace: string): Promise<boolean> {
  if (kind !== 'cluster') return true;
  for (let tries = 0; knownControllers === undefined; tries++) {
    const { status } = await api.get(`/api/v1/namespaces/${namespace}/serviceaccounts/default`);
    if (status === 200) knownControllers = true;
    else if (tries === 100) knownControllers = false;
    else await delay(50);
  }
  return knownControllers;
}

function once(run: () => Promise<void>): () => Promise<void> {
  let running: Promise<void> | undefined;
  return () => {
    running ??= run();
    return running;
  };
}
