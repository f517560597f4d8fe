/** @module Stages start in order, stop in reverse, and stop in time. */
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { runStages, type Stage } from '../../../src/runtime/manager/run-stages.ts';
import { virtualClock } from '../virtual-clock.ts';

describe('stages', () => {
  test('start one after another and stop in reverse', async () => {
    const log: string[] = [];
    const stop = new AbortController();
    await runStages([aStage('a', log), aStage('b', log), aStage('c', log)], {
      signal: stop.signal,
      clock: virtualClock(),
      onReady: () => {
        log.push('ready');
        stop.abort();
      },
      onStopping: () => log.push('stopping'),
    });
    assert.deepEqual(log, ['+a', '+b', '+c', 'ready', 'stopping', '-c', '-b', '-a']);
  });

  test('stop what has started when a later one cannot start', async () => {
    const log: string[] = [];
    const broken = aStage('b', log, { start: () => Promise.reject(new Error('no port')) });
    const running = runStages([aStage('a', log), broken, aStage('c', log)], quiet());
    await assert.rejects(running, /no port/);
    assert.deepEqual(log, ['+a', '+b', '-b', '-a']);
  });

  test('stop when one fails later, and say why', async () => {
    const log: string[] = [];
    const failing = aStage('a', log, {
      start: async (_signal, fail) => void setImmediate(() => fail(new Error('lost'))),
    });
    await assert.rejects(runStages([failing, aStage('b', log)], quiet()), /lost/);
    assert.deepEqual(log, ['+a', '+b', '-b', '-a']);
  });

  test('give up a start that is not needed any more, which is no failure', async () => {
    const log: string[] = [];
    const stop = new AbortController();
    const waiting = aStage('b', log, {
      start: (signal) =>
        new Promise((_resolve, reject) => signal.addEventListener('abort', () => reject(signal.reason))),
    });
    const clock = virtualClock();
    const running = runStages([aStage('a', log), waiting, aStage('c', log)], { signal: stop.signal, clock });
    await clock.settle();
    stop.abort(new Error('SIGTERM'));
    await running;
    assert.deepEqual(log, ['+a', '+b', '-b', '-a']);
  });

  test('start nothing when it is over already', async () => {
    const log: string[] = [];
    await runStages([aStage('a', log)], { ...quiet(), signal: AbortSignal.abort() });
    assert.deepEqual(log, []);
  });

  test('cut off a stop that takes too long, and still stop the others', async () => {
    const log: string[] = [];
    const clock = virtualClock();
    const slow = aStage('b', log, {
      stop: (cutOff) => new Promise((resolve) => cutOff.addEventListener('abort', () => resolve())),
    });
    const stop = new AbortController();
    const running = runStages([aStage('a', log), slow], {
      signal: stop.signal,
      clock,
      shutdownTimeoutMs: 5000,
    });
    await clock.settle();
    stop.abort();
    await clock.advance(4999);
    assert.deepEqual(log, ['+a', '+b', '-b']);
    await clock.advance(1);
    await running;
    assert.deepEqual(log, ['+a', '+b', '-b', '-a']);
    assert.equal(clock.sleepers, 0);
  });

  test('stop all even when one cannot, and say so', async () => {
    const log: string[] = [];
    const stop = new AbortController();
    const broken = aStage('b', log, { stop: () => Promise.reject(new Error('stuck')) });
    const running = runStages([aStage('a', log), broken], {
      ...quiet(),
      signal: stop.signal,
      onReady: () => stop.abort(),
    });
    await assert.rejects(running, /stuck/);
    assert.deepEqual(log, ['+a', '+b', '-b', '-a']);
  });
});

function aStage(name: string, log: string[], { start, stop }: Partial<Stage> = {}): Stage {
  return {
    async start(signal, fail) {
      log.push(`+${name}`);
      await start?.(signal, fail);
    },
    async stop(cutOff) {
      log.push(`-${name}`);
      await stop?.(cutOff);
    },
  };
}

function quiet() {
  return { signal: new AbortController().signal, clock: virtualClock() };
}
