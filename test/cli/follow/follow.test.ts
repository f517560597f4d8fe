/** @module Following an instance until it is Ready. */
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { NotConvergedError } from '../../../src/cli/errors/cli-error.ts';
import { follow } from '../../../src/cli/follow/follow.ts';
import { type Standing, standingOf } from '../../../src/cli/follow/standing.ts';
import { Interruption } from '../../../src/cli/io.ts';
import { ConnectionError } from '../../../src/kube/transport.ts';
import { virtualClock } from '../../runtime/virtual-clock.ts';

const key = { namespace: 'default', name: 'orders' };
const standing = (outcome: Standing['outcome'], more: Partial<Standing> = {}): Standing => ({
  outcome,
  reason: 'Progressing',
  message: '0 of 1',
  childrenExist: true,
  ...more,
});

function start(standings: readonly Standing[]) {
  const clock = virtualClock();
  const stop = new AbortController();
  const seen: string[] = [];
  let step = 0;
  const done = follow({
    key,
    step: () => {
      const next = standings[Math.min(step, standings.length - 1)];
      step += 1;
      return next === undefined ? Promise.reject(new Error('no standing')) : Promise.resolve(next);
    },
    onStep: ({ outcome }) => seen.push(outcome),
    timeoutMs: 10_000,
    clock,
    signal: stop.signal,
  });
  done.catch(() => {});
  return { clock, stop, seen, done, steps: () => step };
}

describe('following', () => {
  test('ends when the instance is converged, and looks ever less often', async () => {
    const { clock, done, seen } = start([
      standing('progressing'),
      standing('progressing'),
      standing('converged'),
    ]);
    await clock.advance(1000);
    assert.equal((await done).outcome, 'converged');
    assert.deepEqual(seen, ['progressing', 'progressing', 'converged']);
  });

  test('fails at once when it is stalled', async () => {
    const { clock, done, steps } = start([
      standing('stalled', { reason: 'ResourceExists', message: 'taken' }),
    ]);
    await clock.settle();
    await assert.rejects(done, { name: 'NotConvergedError', reason: 'ResourceExists', exitCode: 3 });
    assert.equal(steps(), 1);
  });

  test('fails with how it stands when the time is over, not later', async () => {
    const { clock, done, steps } = start([standing('progressing', { message: 'image cannot be pulled' })]);
    await clock.advance(10_000);
    await assert.rejects(
      done,
      /default\/orders is not ready after 10s \(Progressing\): image cannot be pulled/,
    );
    assert.ok(steps() < 25, `${steps()} steps`);
  });

  test('tries again after a request that failed, unless nobody answers', async () => {
    const passing = start([standing('failed', { error: new Error('busy') }), standing('converged')]);
    await passing.clock.advance(1000);
    assert.equal((await passing.done).outcome, 'converged');
    const error = new ConnectionError('https://gone', 'connection refused');
    const fatal = start([standing('failed', { error })]);
    await fatal.clock.settle();
    await assert.rejects(fatal.done, error);
  });

  test('fails when the instance is deleted meanwhile', async () => {
    const { clock, done } = start([standing('gone')]);
    await clock.settle();
    await assert.rejects(done, NotConvergedError);
  });

  test('stops when the user says so, and says what stays', async () => {
    const { clock, stop, done } = start([standing('progressing')]);
    await clock.settle();
    stop.abort(new Interruption('SIGTERM'));
    await assert.rejects(done, (error) => {
      assert.ok(error instanceof Interruption);
      assert.equal(error.signalName, 'SIGTERM');
      assert.match(error.message, /default\/orders stays and is not ready yet: 0 of 1/);
      return true;
    });
  });
});

describe('how an instance stands', () => {
  const condition = (type: string, status: 'True' | 'False') => ({
    type,
    status,
    reason: 'Available',
    message: 'm',
    lastTransitionTime: '2026-12-01T00:00:00Z',
  });
  const dm = (
    generation: number,
    observedGeneration: number,
    ready: 'True' | 'False',
    stalled: 'True' | 'False',
  ) =>
    ({
      apiVersion: 'coolops.cn/v1alpha1',
      kind: 'DatabaseManager',
      metadata: { name: 'orders', generation },
      spec: {},
      status: { observedGeneration, conditions: [condition('Ready', ready), condition('Stalled', stalled)] },
    }) as const;

  test('is what its conditions say, if they are about its present generation', () => {
    assert.equal(standingOf(dm(2, 2, 'True', 'False')).outcome, 'converged');
    assert.equal(standingOf(dm(2, 2, 'False', 'False')).outcome, 'progressing');
    assert.equal(standingOf(dm(2, 2, 'False', 'True')).outcome, 'stalled');
    assert.equal(standingOf(dm(3, 2, 'True', 'False')).outcome, 'progressing');
  });

  test('is not known before the first pass', () => {
    const { status: _status, ...fresh } = dm(1, 1, 'True', 'False');
    assert.equal(standingOf(fresh).reason, 'Pending');
  });
});
