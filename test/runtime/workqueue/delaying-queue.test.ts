/** @module Keys for later come at their time, the earlier of two, and only once. */
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { DelayingQueue } from '../../../src/runtime/workqueue/delaying-queue.ts';
import { virtualClock } from '../virtual-clock.ts';

describe('a delaying queue', () => {
  const cases: readonly {
    readonly name: string;
    readonly after: readonly (readonly [string, number])[];
    readonly due: Readonly<Record<number, readonly string[]>>;
  }[] = [
    { name: 'waits as long as it is told', after: [['a', 100]], due: { 99: [], 100: ['a'] } },
    {
      name: 'takes the earlier of two',
      after: [
        ['a', 100],
        ['a', 50],
      ],
      due: { 49: [], 50: ['a'], 200: [] },
    },
    {
      name: 'ignores a later one',
      after: [
        ['a', 50],
        ['a', 100],
      ],
      due: { 50: ['a'], 200: [] },
    },
    {
      name: 'orders by time, not by call',
      after: [
        ['a', 30],
        ['b', 10],
        ['c', 20],
      ],
      due: { 30: ['b', 'c', 'a'] },
    },
    {
      name: 'keeps the order of equal times',
      after: [
        ['a', 10],
        ['b', 10],
        ['c', 10],
      ],
      due: { 10: ['a', 'b', 'c'] },
    },
    {
      name: 'does not wait for nothing',
      after: [
        ['a', 0],
        ['b', -5],
      ],
      due: { 0: ['a', 'b'] },
    },
  ];
  for (const { name, after, due } of cases) {
    test(name, async () => {
      const clock = virtualClock();
      const queue = new DelayingQueue(clock);
      for (const [key, ms] of after) queue.addAfter(key, ms);
      for (const [time, keys] of Object.entries(due)) {
        await clock.advance(Number(time) - clock.monotonic());
        assert.deepEqual(await takeAll(queue), keys, `at ${time} ms`);
      }
    });
  }

  test('lets an immediate addition pass, and still keeps the appointment', async () => {
    const clock = virtualClock();
    const queue = new DelayingQueue(clock);
    queue.addAfter('a', 100);
    queue.add('a');
    assert.deepEqual(await takeAll(queue), ['a']);
    await clock.advance(100);
    assert.deepEqual(await takeAll(queue), ['a']);
  });

  test('does not mind a jump of the wall clock', async () => {
    const clock = virtualClock();
    const queue = new DelayingQueue(clock);
    queue.addAfter('a', 100);
    clock.jump(3_600_000);
    await clock.advance(99);
    assert.equal(queue.length, 0);
    clock.jump(-7_200_000);
    await clock.advance(1);
    assert.equal(queue.length, 1);
  });

  test('waits longer than one timer can hold', async () => {
    const clock = virtualClock();
    const queue = new DelayingQueue(clock);
    const days = 40 * 86_400_000;
    queue.addAfter('a', days);
    await clock.advance(days - 1);
    assert.equal(queue.length, 0);
    await clock.advance(1);
    assert.equal(queue.length, 1);
  });

  test('forgets all appointments and its timer on shutdown', async () => {
    const clock = virtualClock();
    const queue = new DelayingQueue(clock);
    queue.addAfter('a', 100);
    queue.shutDown();
    queue.addAfter('b', 100);
    await clock.advance(200);
    assert.equal(clock.sleepers, 0);
    assert.equal(await queue.get(), undefined);
  });

  test('needs one timer, however many keys wait', async () => {
    const clock = virtualClock();
    const queue = new DelayingQueue(clock);
    for (let index = 100; index > 0; index -= 1) queue.addAfter(`k${index}`, index);
    await clock.settle();
    assert.equal(clock.sleepers, 1);
    await clock.advance(100);
    assert.equal(queue.length, 100);
  });
});

async function takeAll(queue: DelayingQueue): Promise<readonly (string | undefined)[]> {
  const keys: (string | undefined)[] = [];
  for (let left = queue.length; left > 0; left -= 1) {
    const key = await queue.get();
    keys.push(key);
    if (key !== undefined) queue.done(key);
  }
  return keys;
}
