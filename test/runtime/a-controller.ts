/** @module A running controller over a sandbox, in virtual time, with every request on record. */
import assert from 'node:assert/strict';
import type { TestContext } from 'node:test';
import { databaseManagerCrd } from '../../src/api/crd.ts';
import { type DatabaseManager, databaseManagers } from '../../src/api/database-manager.ts';
import type { Client } from '../../src/kube/client.ts';
import { customResourceDefinitions } from '../../src/kube/resources.ts';
import { createClient } from '../../src/kube/rest-client.ts';
import type { Transport, WireRequest, WireResponse } from '../../src/kube/transport.ts';
import { type ControllerOptions, runController } from '../../src/runtime/database-manager-controller.ts';
import { createLogger } from '../../src/runtime/logging/create-logger.ts';
import { openSandbox } from '../../src/sandbox/sandbox.ts';
import { type VirtualClock, virtualClock } from './virtual-clock.ts';

/** Stands in the way of the controller's requests; undefined lets one pass. */
export type Obstacle = (request: WireRequest) => Promise<WireResponse> | undefined;

export interface World {
  readonly clock: VirtualClock;
  /** The test's own, which meets no obstacle and is not on record. */
  readonly client: Client;
  installCrd(): Promise<void>;
  create(
    name: string,
    differing?: Partial<DatabaseManager['spec']>,
    namespace?: string,
  ): Promise<DatabaseManager>;
  readyOf(name: string): Promise<string | undefined>;
  /** Moves time, a second at a time and for five minutes at most, until the condition holds. */
  until(condition: () => boolean | Promise<boolean>): Promise<void>;
  start(options?: Partial<ControllerOptions>): RunningController;
  close(): Promise<void>;
}

export interface RunningController {
  /** `GET /path` and so on, without the query, leases left out. */
  readonly requests: string[];
  /** Those of them that change something. */
  writes(): readonly string[];
  readonly log: string[];
  readonly isReady: () => boolean;
  /** From now on; undefined removes it. */
  obstruct(obstacle: Obstacle | undefined): void;
  /** Asks it to stop; resolves or rejects as it does. */
  stop(): Promise<void>;
  readonly ended: Promise<void>;
}

export function aWorld(t: TestContext): World {
  const clock = virtualClock();
  const sandbox = openSandbox({ file: ':memory:', clock });
  const client = createClient(sandbox.transport(), { clock });
  const running: RunningController[] = [];
  t.after(async () => {
    const all = Promise.allSettled(running.map((controller) => controller.stop()));
    await clock.advance(60_000);
    await all;
    await sandbox.close();
  });
  const find = (name: string) => client.get(databaseManagers, { namespace: 'default', name });
  return {
    clock,
    client,
    close: () => sandbox.close(),
    installCrd: async () => void (await client.create(customResourceDefinitions, databaseManagerCrd())),
    create: (name, differing = {}, namespace = 'default') =>
      client.create(databaseManagers, {
        apiVersion: 'coolops.cn/v1alpha1',
        kind: 'DatabaseManager',
        metadata: { namespace, name },
        spec: { dbtype: 'mysql', replicas: 1, ...differing },
      } as DatabaseManager),
    readyOf: async (name) =>
      (await find(name)).status?.conditions?.find(({ type }) => type === 'Ready')?.status,
    until: async (condition) => {
      for (let seconds = 0; seconds < 300; seconds += 1) {
        if (await condition()) return;
        await clock.advance(1000);
      }
      assert.fail('it did not come about within 5 minutes');
    },
    start: (options = {}) => {
      const controller = start(sandbox.transport(), clock, options);
      running.push(controller);
      return controller;
    },
  };
}

function start(
  transport: Transport,
  clock: VirtualClock,
  options: Partial<ControllerOptions>,
): RunningController {
  const requests: string[] = [];
  const log: string[] = [];
  const stopping = new AbortController();
  let obstacle: Obstacle | undefined;
  let isReady = false;
  const send = (request: WireRequest) => {
    const [path = ''] = request.path.split('?');
    const kind = request.path.includes('watch=true') ? 'WATCH' : request.method;
    if (!path.includes('/leases')) requests.push(`${kind} ${path}`);
    return obstacle?.(request) ?? transport.send(request);
  };
  const ended = runController({
    client: createClient({ ...transport, send }, { clock, onRequest: options.metrics?.measures.onRequest }),
    clock,
    logger: createLogger({ format: 'text', verbosity: 2, stream: { write: (line) => log.push(line) } }),
    signal: stopping.signal,
    onReady: () => {
      isReady = true;
    },
    ...options,
  });
  ended.catch(() => {});
  return {
    requests,
    log,
    writes: () => requests.filter((request) => !/^(GET|WATCH) /.test(request)),
    isReady: () => isReady,
    obstruct: (next) => {
      obstacle = next;
    },
    stop: () => {
      stopping.abort(new Error('SIGTERM'));
      return ended;
    },
    ended,
  };
}
