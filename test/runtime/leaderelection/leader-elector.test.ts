/** @module At most one candidate leads, whatever clocks, networks and crashes do. */
import assert from 'node:assert/strict';
import { describe, type TestContext, test } from 'node:test';
import { leases } from '../../../src/kube/resources.ts';
import { createClient } from '../../../src/kube/rest-client.ts';
import { isConflict, StatusError } from '../../../src/kube/status-error.ts';
import type { Transport, WireRequest } from '../../../src/kube/transport.ts';
import { isControllerLive } from '../../../src/runtime/leaderelection/is-controller-live.ts';
import { LeaderElectionError } from '../../../src/runtime/leaderelection/leader-election-error.ts';
import { LeaderElector } from '../../../src/runtime/leaderelection/leader-elector.ts';
import { DEFAULT_LEASE } from '../../../src/runtime/leaderelection/lease-record.ts';
import { openSandbox } from '../../../src/sandbox/sandbox.ts';
import { virtualClock } from '../virtual-clock.ts';

describe('a leader elector', () => {
  test('makes the Lease, with times of six digits, and leads', async (t) => {
    const { candidate, read, settled } = start(t);
    const one = candidate('one');
    await settled(one.acquired);
    const { spec } = await read();
    assert.equal(one.elector.isLeader, true);
    assert.deepEqual(
      [spec?.holderIdentity, spec?.leaseDurationSeconds, spec?.leaseTransitions],
      ['one', 15, 0],
    );
    assert.match(spec?.renewTime ?? '', /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{6}Z$/);
    assert.match(spec?.acquireTime ?? '', /\.\d{6}Z$/);
  });

  test('keeps the lease by renewing it, and others out', async (t) => {
    const { candidate, clock, read, settled } = start(t);
    const one = candidate('one');
    await settled(one.acquired);
    void one.hold();
    const { spec: first } = await read();
    const two = candidate('two');
    await clock.advance(120_000);
    const { spec } = await read();
    assert.equal(two.elector.isLeader, false);
    assert.equal(one.elector.isLeader, true);
    assert.equal(spec?.acquireTime, first?.acquireTime);
    assert.notEqual(spec?.renewTime, first?.renewTime);
  });

  test('takes over from a dead leader, 15 s after it first saw the lease and not before', async (t) => {
    const { candidate, clock, read, settled } = start(t);
    await settled(candidate('dead').acquired);
    await clock.advance(3_600_000);
    const two = candidate('two');
    await clock.advance(14_900);
    assert.equal(two.elector.isLeader, false);
    await clock.advance(3000);
    assert.equal(two.elector.isLeader, true);
    const { spec } = await read();
    assert.deepEqual([spec?.holderIdentity, spec?.leaseTransitions], ['two', 1]);
  });

  for (const skew of [-3_600_000, 3_600_000]) {
    test(`does not mind a clock that jumps by ${skew / 1000} s`, async (t) => {
      const { candidate, clock, settled } = start(t);
      const one = candidate('one');
      await settled(one.acquired);
      void one.hold();
      const two = candidate('two');
      await clock.advance(20_000);
      clock.jump(skew);
      await clock.advance(20_000);
      assert.deepEqual([one.elector.isLeader, two.elector.isLeader], [true, false]);
    });
  }

  test('steps down 10 s after its last renewal when the server is silent, before another can lead', async (t) => {
    const { candidate, clock, silence, settled } = start(t);
    const one = candidate('one');
    await settled(one.acquired);
    const lost = one.hold();
    const two = candidate('two');
    silence('one');
    await clock.advance(9900);
    assert.equal(one.elector.isLeader, true);
    await clock.advance(200);
    assert.equal(one.elector.isLeader, false);
    assert.equal(two.elector.isLeader, false);
    await assert.rejects(lost, LeaderElectionError);
    await clock.advance(10_000);
    assert.equal(two.elector.isLeader, true);
  });

  test('knows that it does not lead any more before it does anything else after a freeze', async (t) => {
    const { candidate, clock, settled } = start(t);
    const one = candidate('one');
    await settled(one.acquired);
    // Nothing of it runs: it does not even hold.
    await clock.advance(9999);
    assert.equal(one.elector.isLeader, true);
    await clock.advance(1);
    assert.equal(one.elector.isLeader, false);
  });

  test('counts from when a renewal was sent, however late its answer came', async (t) => {
    const { candidate, clock, delay, silence, settled } = start(t);
    const one = candidate('one');
    await settled(one.acquired);
    void one.hold();
    delay('one', 4000);
    await clock.advance(6000);
    silence('one');
    // The renewal was sent after 2 s and answered after 6.
    await clock.advance(5900);
    assert.equal(one.elector.isLeader, true);
    await clock.advance(100);
    assert.equal(one.elector.isLeader, false);
  });

  test('outlasts a server that fails for less than the deadline', async (t) => {
    const { candidate, clock, silence, speak, settled } = start(t);
    const one = candidate('one');
    await settled(one.acquired);
    void one.hold();
    await clock.advance(4000);
    silence('one');
    await clock.advance(5000);
    speak('one');
    await clock.advance(60_000);
    assert.equal(one.elector.isLeader, true);
  });

  test('stops leading at once when somebody else holds the lease', async (t) => {
    const { candidate, client, clock, read, settled } = start(t);
    const one = candidate('one');
    await settled(one.acquired);
    const lost = one.hold();
    const lease = await read();
    await client.replace(leases, { ...lease, spec: { ...lease.spec, holderIdentity: 'thief' } });
    await clock.advance(2000);
    assert.equal(one.elector.isLeader, false);
    await assert.rejects(
      lost,
      /leadership was lost: the lease kube-system\/database-manager-controller is held by thief/,
    );
  });

  test('hands over within one retry when it releases', async (t) => {
    const { candidate, clock, read, settled } = start(t);
    const one = candidate('one');
    await settled(one.acquired);
    const held = one.hold();
    const two = candidate('two');
    await clock.advance(10_000);
    one.stop();
    await settled(held);
    await settled(one.elector.release());
    assert.equal((await read()).spec?.holderIdentity, '');
    assert.equal(one.elector.isLeader, false);
    await clock.advance(2500);
    assert.equal(two.elector.isLeader, true);
  });

  test('releases also when stopping cut off a renewal that the server had stored', async (t) => {
    const { candidate, clock, swallow, read, settled } = start(t);
    const one = candidate('one');
    await settled(one.acquired);
    const held = one.hold();
    swallow('one');
    await clock.advance(2000);
    one.stop();
    await settled(held);
    await settled(one.elector.release());
    assert.equal((await read()).spec?.holderIdentity, '');
  });

  test('does not release what it does not hold', async (t) => {
    const { candidate, clock, read, settled } = start(t);
    const one = candidate('one');
    await settled(one.acquired);
    const two = candidate('two');
    await clock.advance(5000);
    await settled(two.elector.release());
    assert.equal((await read()).spec?.holderIdentity, 'one');
  });

  test('says what it needs when the lease is forbidden', async (t) => {
    const { candidate, forbid } = start(t);
    forbid('one');
    await assert.rejects(candidate('one').acquired, {
      name: 'LeaderElectionError',
      message:
        /leader election needs the lease kube-system\/database-manager-controller: .*Allow get, create and update/,
    });
  });

  test('keeps trying when the server cannot be reached', async (t) => {
    const { candidate, clock, silence, speak } = start(t);
    silence('one');
    const one = candidate('one');
    await clock.advance(60_000);
    speak('one');
    await clock.advance(10_000);
    assert.equal(one.elector.isLeader, true);
  });

  test('refuses durations that cannot work', (t) => {
    const { client } = start(t);
    const lease = DEFAULT_LEASE;
    assert.throws(
      () => new LeaderElector({ client, lease, identity: 'x', leaseDurationMs: 5000 }),
      RangeError,
    );
  });
});

describe('a controller counts as live', () => {
  test('not without a lease, with one that is renewed, not after a release', async (t) => {
    const { candidate, client, clock, settled } = start(t);
    assert.equal(await isControllerLive(client, clock), false);
    const one = candidate('one');
    await settled(one.acquired);
    const held = one.hold();
    assert.equal(await isControllerLive(client, clock), true);
    one.stop();
    await settled(held);
    await settled(one.elector.release());
    assert.equal(await isControllerLive(client, clock), false);
  });

  for (const skew of [-60_000, 60_000]) {
    test(`by renewing, when its clock differs by ${skew / 1000} s`, async (t) => {
      const { candidate, client, clock, settled } = start(t);
      const one = candidate('one');
      await settled(one.acquired);
      void one.hold();
      const reader = { ...clock, now: () => clock.now() + skew };
      const answer = isControllerLive(client, reader);
      await clock.advance(3000);
      assert.equal(await answer, true);
    });
  }

  test('not when it died a while ago, nor when it died long ago', async (t) => {
    const { candidate, client, clock, settled } = start(t);
    await settled(candidate('dead').acquired);
    await clock.advance(30_000);
    const answer = isControllerLive(client, clock);
    await clock.advance(3000);
    assert.equal(await answer, false);
    await clock.advance(7_200_000);
    assert.equal(await isControllerLive(client, clock), false);
  });

  test('is given up, with the reason, when the wait for a renewal is aborted', async (t) => {
    const { candidate, client, clock, settled } = start(t);
    await settled(candidate('dead').acquired);
    await clock.advance(30_000);
    const interrupted = new AbortController();
    const reason = new Error('Ctrl-C');
    const answer = isControllerLive(client, clock, interrupted.signal);
    await clock.advance(1000);
    interrupted.abort(reason);
    await assert.rejects(answer, reason);
    assert.equal(clock.sleepers, 0);
    await assert.rejects(isControllerLive(client, clock, interrupted.signal), reason);
  });
});

type Fault = (request: WireRequest, transport: Transport) => ReturnType<Transport['send']>;

const never: Fault = ({ signal }) =>
  new Promise((_resolve, reject) => {
    signal?.addEventListener('abort', () => reject(signal.reason), { once: true });
  });

function start(t: TestContext) {
  const clock = virtualClock();
  const sandbox = openSandbox({ file: ':memory:', clock, controllers: [] });
  const transport = sandbox.transport();
  const client = createClient(transport, { clock });
  const faults = new Map<string, Fault>();
  const stops: (() => void)[] = [];
  t.after(async () => {
    for (const stop of stops) stop();
    await clock.settle();
    await sandbox.close();
  });
  return {
    clock,
    client,
    read: () => client.get(leases, DEFAULT_LEASE),
    silence: (identity: string) => faults.set(identity, never),
    speak: (identity: string) => faults.delete(identity),
    delay: (identity: string, ms: number) =>
      faults.set(identity, async (request, through) => {
        const response = await through.send(request);
        await clock.sleep(ms, request.signal);
        return response;
      }),
    /** The next write is stored, but its answer never arrives; what follows is as it should be. */
    swallow: (identity: string) =>
      faults.set(identity, async (request, through) => {
        if (request.method !== 'PUT') return through.send(request);
        faults.delete(identity);
        await through.send(request);
        return never(request, through);
      }),
    forbid: (identity: string) =>
      faults.set(identity, async () => {
        throw new StatusError({
          kind: 'Status',
          apiVersion: 'v1',
          status: 'Failure',
          code: 403,
          reason: 'Forbidden',
          message: 'no',
        });
      }),
    /** Lets the clock's tasks run until the promise has settled. */
    settled: async (promise: Promise<unknown>) => {
      await clock.settle();
      await promise;
    },
    candidate: (identity: string) => {
      const send = (request: WireRequest) => {
        const fault = faults.get(identity);
        return fault === undefined ? transport.send(request) : fault(request, transport);
      };
      const elector = new LeaderElector({
        client: createClient({ ...transport, send }, { clock }),
        clock,
        identity,
        lease: DEFAULT_LEASE,
        onProblem: (error) => assert.ok(!isConflict(error)),
      });
      const stopping = new AbortController();
      const stop = () => stopping.abort(new Error('stopped'));
      stops.push(stop);
      const acquired = elector.acquire(stopping.signal);
      const hold = () => {
        const held = elector.hold(stopping.signal);
        held.catch(() => {});
        return held;
      };
      acquired.catch(() => {});
      return { elector, acquired, hold, stop };
    },
  };
}
