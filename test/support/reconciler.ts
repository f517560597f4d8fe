/** @module The reconcile core over a server with the CRD installed: what tests of its behaviour start from. */
import assert from 'node:assert/strict';
import type { TestContext } from 'node:test';
import { setTimeout as delay } from 'node:timers/promises';
import {
  API_VERSION,
  type DatabaseManager,
  type DatabaseManagerSpec,
  databaseManagers,
  KIND,
} from '../../src/api/database-manager.ts';
import type { EventNote } from '../../src/core/event-note.ts';
import { createSecretSource } from '../../src/core/random-secrets.ts';
import {
  type Outcome,
  type ReconcileDeps,
  type ReconcileResult,
  reconcile,
} from '../../src/core/reconcile.ts';
import { createClient } from '../../src/kube/rest-client.ts';
import type { Transport, WireRequest } from '../../src/kube/transport.ts';
import { installCrd } from './install-crd.ts';
import { markPodsReady } from './kubelet.ts';
import { movableClock } from './movable-clock.ts';
import { type TestServer, withServer } from './server.ts';

export interface Reconciler extends TestServer {
  /** Creates a DatabaseManager in the test's namespace. */
  declare(name: string, spec?: DatabaseManagerSpec): Promise<DatabaseManager>;
  /** Merges into its spec. */
  change(name: string, spec: Readonly<Record<string, unknown>>): Promise<DatabaseManager>;
  get(name: string): Promise<DatabaseManager>;
  /** One pass. `deps` replaces parts of what the pass is given. */
  pass(name: string, deps?: Partial<ReconcileDeps>): Promise<ReconcileResult>;
  /** Passes, with time going on between them, until one ends so. Fails when none does within a minute. */
  until(name: string, outcome?: Outcome): Promise<ReconcileResult>;
  /** Lets time go on: the built-in controllers do what has come due. */
  wait(ms: number): Promise<void>;
  /** The writes of all passes since the last call: `POST …/secrets`. */
  takeWrites(): readonly string[];
  /** The events of all passes since the last call. */
  takeEvents(): readonly EventNote[];
}

const MINUTE_MS = 60_000;

export async function withReconciler(t: TestContext): Promise<Reconciler> {
  const clock = movableClock();
  const server = await withServer(t, { clock });
  const { client, kind, namespace } = server;
  const virtual = kind === 'sandbox';
  await installCrd(client);
  const writes: string[] = [];
  const events: EventNote[] = [];
  const core = createClient(recording(server.transport, writes));
  const base: ReconcileDeps = {
    reader: core,
    live: core,
    writer: core,
    record: (event) => events.push(event),
    now: virtual ? clock.now : Date.now,
    secrets: createSecretSource(),
  };
  const wait = async (ms: number) => {
    if (virtual) clock.move(ms);
    else await delay(Math.min(ms, 200));
    if (kind === 'cluster') await markPodsReady(client, { namespace });
  };
  const pass = (name: string, deps = {}) => reconcile({ namespace, name }, { ...base, ...deps });
  return {
    ...server,
    wait,
    pass,
    until: async (name, outcome = 'converged') => {
      const end = base.now() + MINUTE_MS;
      let result = await pass(name);
      while (result.outcome !== outcome && base.now() < end) {
        await wait(1_000);
        result = await pass(name);
      }
      assert.equal(result.outcome, outcome, `${result.reason}: ${result.message}`);
      return result;
    },
    declare: (name, spec = {}) =>
      client.create(databaseManagers, {
        apiVersion: API_VERSION,
        kind: KIND,
        metadata: { name, namespace },
        spec,
      }),
    change: (name, spec) =>
      client.patch(databaseManagers, { namespace, name }, { type: 'merge', body: { spec } }),
    get: (name) => client.get(databaseManagers, { namespace, name }),
    takeWrites: () => writes.splice(0),
    takeEvents: () => events.splice(0),
  };
}

function recording(transport: Transport, writes: string[]): Transport {
  return {
    server: transport.server,
    close: () => Promise.resolve(),
    send: (request: WireRequest) => {
      if (request.method !== 'GET') writes.push(`${request.method} ${request.path.replace(/\?.*/, '')}`);
      return transport.send(request);
    },
  };
}
