/** @module Workers isolate failures to their key, keep deadlines and stop when told. */
import assert from 'node:assert/strict';
import { describe, type TestContext, test } from 'node:test';
import { runWorkers } from '../../../src/runtime/controller/controller.ts';
import { Gate } from '../../../src/runtime/controller/gate.ts';
import type { Outcome } from '../../../src/runtime/controller/outcome.ts';
import type { Logger } from '../../../src/runtime/logging/logger.ts';
import { RateLimitingQueue } from '../../../src/runtime/workqueue/rate-limiting-queue.ts';
import { virtualClock } from '../virtual-clock.ts';

type Reconcile = (key: string, signal: AbortSignal) => Promise<Outcome>;

describe('workers', () => {
  const outcomes: readonly {
    readonly name: string;
    readonly outcome: Outcome;
    readonly passesAt: readonly number[];
    readonly failures: number;
  }[] = [
    { name: 'do not come back to what is done', outcome: { type: 'done' }, passesAt: [0], failures: 0 },
    {
      name: 'come back when asked',
      outcome: { type: 'done', requeueAfterMs: 400 },
      passesAt: [0, 400, 800],
      failures: 0,
    },
    {
      name: 'retry with growing delays',
      outcome: { type: 'retry', error: new Error('x') },
      passesAt: [0, 5, 15, 35, 75, 155, 315, 635],
      failures: 8,
    },
    {
      name: 'do not retry what is terminal',
      outcome: { type: 'terminal', error: new Error('x') },
      passesAt: [0],
      failures: 0,
    },
  ];
  for (const { name, outcome, passesAt, failures } of outcomes) {
    test(name, async (t) => {
      const passes: number[] = [];
      const { queue, clock } = start(t, async () => {
        passes.push(clock.monotonic());
        return outcome;
      });
      queue.add('a');
      await clock.advance(1000);
      assert.deepEqual(passes, passesAt);
      assert.equal(queue.numRequeues('a'), failures);
    });
  }

  test('forget failures after a success', async (t) => {
    let isBroken = true;
    const { queue, clock } = start(t, async () => {
      if (isBroken) throw new Error('x');
      return { type: 'done' };
    });
    queue.add('a');
    await clock.advance(100);
    assert.ok(queue.numRequeues('a') > 3);
    isBroken = false;
    await clock.advance(1000);
    assert.equal(queue.numRequeues('a'), 0);
  });

  test('go on with other keys when one throws', async (t) => {
    const passes: string[] = [];
    const { queue, clock, logged } = start(t, async (key) => {
      passes.push(key);
      if (key === 'bad') throw new Error('broken');
      return { type: 'done' };
    });
    for (const key of ['bad', 'good', 'better']) queue.add(key);
    await clock.settle();
    assert.deepEqual(passes, ['bad', 'good', 'better']);
    assert.deepEqual(logged, ['error syncing, requeuing']);
  });

  test('abort a pass at its deadline, and retry it', async (t) => {
    const reasons: unknown[] = [];
    const { queue, clock } = start(t, (_key, signal) => untilAborted(signal, reasons), { deadlineMs: 1000 });
    queue.add('a');
    await clock.advance(999);
    assert.deepEqual(reasons, []);
    await clock.advance(10);
    assert.match(String(reasons[0]), /the pass was not over after 1 s/);
    assert.equal(queue.numRequeues('a'), 1);
  });

  test('never work on a key twice at once, and as many keys at once as there are workers', async (t) => {
    const open = new Map<string, () => void>();
    let most = 0;
    const { queue, clock } = start(
      t,
      (key) =>
        new Promise((resolve) => {
          assert.ok(!open.has(key));
          most = Math.max(most, open.size + 1);
          open.set(key, () => {
            open.delete(key);
            resolve({ type: 'done' });
          });
        }),
      { workers: 3 },
    );
    for (const key of ['a', 'b', 'c', 'd', 'e']) queue.add(key);
    await clock.settle();
    assert.deepEqual([...open.keys()], ['a', 'b', 'c']);
    queue.add('a');
    for (let turn = 0; turn < 6; turn += 1) {
      for (const end of [...open.values()]) end();
      await clock.settle();
    }
    assert.equal(most, 3);
  });

  test('let a pass under way end, begin no other, and then stop', async (t) => {
    const passes: string[] = [];
    let finish = () => {};
    const { queue, clock, stop, ended } = start(
      t,
      (key) => {
        passes.push(key);
        return new Promise((resolve) => {
          finish = () => resolve({ type: 'done' });
        });
      },
      { workers: 1 },
    );
    queue.add('a');
    queue.add('b');
    await clock.settle();
    stop();
    await clock.advance(10_000);
    let hasEnded = false;
    void ended.then(() => {
      hasEnded = true;
    });
    await clock.settle();
    assert.equal(hasEnded, false);
    finish();
    await ended;
    assert.deepEqual(passes, ['a']);
    assert.equal(clock.sleepers, 0);
  });

  test('wait while the gate is closed, lose nothing, and are aborted when it closes', async (t) => {
    const passes: string[] = [];
    const { queue, clock, gate } = start(t, async (key, signal) => {
      passes.push(key);
      return passes.length < 3 ? untilAborted(signal, []) : { type: 'done' };
    });
    queue.add('a');
    queue.add('b');
    await clock.settle();
    gate.close(new Error('not leading'));
    queue.add('c');
    await clock.advance(60_000);
    assert.deepEqual(passes, ['a', 'b']);
    gate.open();
    await clock.settle();
    assert.deepEqual(passes.slice(2).sort(), ['a', 'b', 'c']);
  });

  test('end while the gate is closed', async (t) => {
    const { queue, clock, stop, cut, ended } = start(t, async () => assert.fail('no pass may begin'));
    cut();
    queue.add('a');
    await clock.settle();
    stop();
    await ended;
  });

  test('end a pass that is cut off', async (t) => {
    const { queue, clock, stop, cut, ended } = start(t, (_key, signal) => untilAborted(signal, []));
    queue.add('a');
    await clock.settle();
    stop();
    cut();
    await ended;
  });
});

function start(
  t: TestContext,
  reconcile: Reconcile,
  options: { readonly workers?: number; readonly deadlineMs?: number } = {},
) {
  const clock = virtualClock();
  const queue = new RateLimitingQueue(clock);
  const logged: string[] = [];
  const stopping = new AbortController();
  const gate = new Gate();
  gate.open();
  const ended = runWorkers(
    { queue, reconcile, gate, clock, logger: loggerTo(logged), ...options },
    stopping.signal,
  );
  const stop = () => stopping.abort();
  const cut = () => gate.close(new Error('cut off'));
  t.after(() => {
    stop();
    cut();
  });
  return { queue, clock, logged, gate, stop, cut, ended };
}

function loggerTo(errors: string[]): Logger {
  const ignore = () => {};
  return {
    error: (message) => errors.push(message),
    warn: ignore,
    info: ignore,
    debug: ignore,
    trace: ignore,
  };
}

function untilAborted(signal: AbortSignal, reasons: unknown[]): Promise<Outcome> {
  return new Promise((_resolve, reject) => {
    const onAbort = () => {
      reasons.push(signal.reason);
      reject(signal.reason);
    };
    signal.addEventListener('abort', onAbort, { once: true });
  });
}
