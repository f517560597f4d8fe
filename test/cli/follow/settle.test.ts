/** @module Whose work it is to reconcile what a command has written: a live controller's, else the command's. */
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { type Clock, systemClock } from '../../../src/kube/clock.ts';
import { deployments, leases } from '../../../src/kube/resources.ts';
import {
  claimedLease,
  DEFAULT_LEASE,
  releasedLease,
} from '../../../src/runtime/leaderelection/lease-record.ts';
import { aHome, type Home } from '../../commands/support/dbm.ts';

describe('create and scale', () => {
  test('leave the Deployment to a controller that renews its lease, and make it where none does', async () => {
    await using home = await aHome();
    const clock: Clock = systemClock;
    const dbm = async (line: string) => {
      const { code, stderr } = await home.dbm(`${line} --no-wait`, { clock });
      assert.equal(code, 0, stderr);
    };
    await holdLease(home, clock);
    await dbm('create mysql');
    assert.equal(await replicas(home), undefined);
    await releaseLease(home, clock);
    await dbm('scale mysql --replicas 2');
    assert.equal(await replicas(home), 2);
    await holdLease(home, clock);
    await dbm('scale mysql --replicas 3');
    assert.equal(await replicas(home), 2);
  });
});

/** What the Deployment has, if there is one. */
async function replicas(home: Home): Promise<number | undefined> {
  const { items } = await home.sandbox((client) => client.list(deployments, { namespace: 'default' }));
  return items[0]?.spec?.replicas;
}

async function holdLease(home: Home, clock: Clock): Promise<void> {
  const claim = { identity: 'somebody', durationSeconds: 15, now: clock.now() };
  await home.sandbox((client) =>
    client.apply(leases, claimedLease(DEFAULT_LEASE, claim), { force: true, fieldManager: 'somebody' }),
  );
}

async function releaseLease(home: Home, clock: Clock): Promise<void> {
  await home.sandbox(async (client) => {
    await client.replace(leases, releasedLease(await client.get(leases, DEFAULT_LEASE), clock.now()));
  });
}
