/** @module Installing the CRD on a server that takes its time. */
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { databaseManagers } from '../../src/api/database-manager.ts';
import { installCrd } from '../../src/cli/install-crd.ts';
import type { Client } from '../../src/kube/client.ts';
import { customResourceDefinitions } from '../../src/kube/resources.ts';
import { StatusError } from '../../src/kube/status-error.ts';
import { movableClock } from '../support/movable-clock.ts';
import { withServer } from '../support/server.ts';

const { signal } = new AbortController();

describe('installing the CRD', () => {
  const waits: readonly (readonly [string, number, number])[] = [
    ['it is established', 2_000, 0],
    ['its objects can be listed, which comes later', 0, 2_000],
  ];
  for (const [what, establishedAfter, servedAfterMs] of waits) {
    test(`waits until ${what}`, async (t) => {
      const clock = movableClock();
      const { client } = await withServer(t, { clock });
      const begin = clock.now();
      const slow = servedAfter(client, {
        establishedAt: begin + establishedAfter,
        servedAt: begin + servedAfterMs,
        now: clock.now,
      });
      const { outcome } = await installCrd(slow, { clock, signal, timeoutMs: 10_000 });
      assert.equal(outcome, 'created');
      assert.ok(clock.now() - begin >= 2_000);
    });
  }

  test('gives up when time is over, and says that it is stored', async (t) => {
    const clock = movableClock();
    const { client } = await withServer(t, { clock });
    const never = servedAfter(client, {
      establishedAt: 0,
      servedAt: Number.POSITIVE_INFINITY,
      now: clock.now,
    });
    await assert.rejects(installCrd(never, { clock, signal, timeoutMs: 3_000 }), {
      name: 'NotConvergedError',
      message: /is stored but was not served within 3s/,
    });
  });
});

interface Serving {
  readonly establishedAt: number;
  readonly servedAt: number;
  readonly now: () => number;
}

/** As a server with several instances behind it: established is told first, served everywhere is later. */
function servedAfter(client: Client, { establishedAt, servedAt, now }: Serving): Client {
  return {
    ...client,
    get: async (resource, key, options) => {
      const object = await client.get(resource, key, options);
      if (resource.plural !== customResourceDefinitions.plural || now() >= establishedAt) return object;
      return { ...object, status: { conditions: [] } };
    },
    list: (resource, options) => {
      if (resource.plural === databaseManagers.plural && now() < servedAt) return Promise.reject(notServed);
      return client.list(resource, options);
    },
  };
}

const notServed = new StatusError({
  kind: 'Status',
  apiVersion: 'v1',
  status: 'Failure',
  code: 404,
  reason: 'NotFound',
  message: '404 page not found',
});
