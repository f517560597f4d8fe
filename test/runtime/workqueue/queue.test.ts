/** @module The queue loses no key and gives none to two workers at once. */
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import fc from 'fast-check';
import { type Priority, Queue } from '../../../src/runtime/workqueue/queue.ts';

describe('a queue', () => {
  const cases: readonly {
    readonly name: string;
    readonly added: readonly (readonly [string, Priority?])[];
    readonly got: readonly string[];
  }[] = [
    { name: 'gives keys in the order they came', added: [['a'], ['b'], ['c']], got: ['a', 'b', 'c'] },
    { name: 'merges a key that waits already', added: [['a'], ['b'], ['a']], got: ['a', 'b'] },
    {
      name: 'puts low keys last',
      added: [['a', 'low'], ['b'], ['c', 'low'], ['d']],
      got: ['b', 'd', 'a', 'c'],
    },
    { name: 'moves a key up', added: [['a', 'low'], ['b', 'low'], ['b']], got: ['b', 'a'] },
    { name: 'moves no key down', added: [['a'], ['b'], ['b', 'low']], got: ['a', 'b'] },
  ];
  for (const { name, added, got } of cases) {
    test(name, async () => {
      const queue = new Queue();
      for (const [key, priority] of added) queue.add(key, priority);
      assert.equal(queue.length, got.length);
      const taken: (string | undefined)[] = [];
      for (const _ of got) taken.push(await queue.get());
      assert.deepEqual(taken, got);
      assert.equal(queue.length, 0);
    });
  }

  test('keeps back a key that is worked on, and gives it once more when it is done', async () => {
    const queue = new Queue();
    queue.add('a');
    assert.equal(await queue.get(), 'a');
    queue.add('a', 'low');
    queue.add('a');
    queue.add('b', 'low');
    assert.equal(await queue.get(), 'b');
    const next = queue.get();
    queue.done('a');
    assert.equal(await next, 'a');
    queue.done('a');
    assert.equal(queue.length, 0);
  });

  test('keeps the higher priority of what was added meanwhile', async () => {
    const queue = new Queue();
    queue.add('a');
    await queue.get();
    queue.add('a');
    queue.add('a', 'low');
    queue.add('b');
    queue.done('a');
    assert.deepEqual([await queue.get(), await queue.get()], ['b', 'a']);
  });

  test('wakes waiting workers in turn', async () => {
    const queue = new Queue();
    const [first, second] = [queue.get(), queue.get()];
    queue.add('a');
    queue.add('b');
    assert.deepEqual(await Promise.all([first, second]), ['a', 'b']);
  });

  test('hands out what waits after a shutdown, takes nothing more, then sends workers home', async () => {
    const queue = new Queue();
    queue.add('a');
    queue.shutDown();
    queue.add('b');
    assert.deepEqual([await queue.get(), await queue.get(), await queue.get()], ['a', undefined, undefined]);
  });

  test('sends home a worker that waits already', async () => {
    const queue = new Queue();
    const waiting = queue.get();
    queue.shutDown();
    assert.equal(await waiting, undefined);
  });

  test('still gives back a key that was added again before the shutdown', async () => {
    const queue = new Queue();
    queue.add('a');
    await queue.get();
    queue.add('a');
    const waiting = queue.get();
    queue.shutDown();
    queue.done('a');
    assert.equal(await waiting, 'a');
  });

  test('drains when the last key under work is done', async () => {
    const queue = new Queue();
    queue.add('a');
    queue.add('b');
    await queue.get();
    await queue.get();
    let isDrained = false;
    const drained = queue.shutDownWithDrain().then(() => {
      isDrained = true;
    });
    queue.done('a');
    await Promise.resolve();
    assert.equal(isDrained, false);
    queue.done('b');
    await drained;
  });

  test('drains at once when nothing is worked on', async () => {
    await new Queue().shutDownWithDrain();
  });

  test('keeps its order over many thousand keys', async () => {
    const queue = new Queue();
    const keys = Array.from({ length: 5000 }, (_, index) => `k${index}`);
    for (const key of keys) queue.add(key);
    for (const key of keys) {
      assert.equal(await queue.get(), key);
      queue.done(key);
    }
  });
});

type Step =
  | { readonly do: 'add'; readonly key: string; readonly priority: Priority }
  | { readonly do: 'get' }
  | { readonly do: 'done'; readonly index: number };

const key = fc.constantFrom('a', 'b', 'c', 'd');
const step: fc.Arbitrary<Step> = fc.oneof(
  fc.record({ do: fc.constant('add' as const), key, priority: fc.constantFrom<Priority>('normal', 'low') }),
  fc.record({ do: fc.constant('get' as const) }),
  fc.record({ do: fc.constant('done' as const), index: fc.nat(3) }),
);

test('whatever happens, every addition is worked on afterwards and no key by two at once', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { maxLength: 60 }), async (steps) => {
      const queue = new Queue();
      const working = new Map<string, number>();
      const owed = new Map<string, number>();
      let time = 0;
      const take = async () => {
        const got = await queue.get();
        assert.ok(got !== undefined && !working.has(got), `${got} is worked on twice`);
        working.set(got, ++time);
      };
      const finish = (got: string) => {
        if ((owed.get(got) ?? 0) < (working.get(got) ?? 0)) owed.delete(got);
        working.delete(got);
        queue.done(got);
      };
      for (const one of steps) {
        if (one.do === 'add') {
          owed.set(one.key, ++time);
          queue.add(one.key, one.priority);
        } else if (one.do === 'done') {
          const got = [...working.keys()][one.index];
          if (got !== undefined) finish(got);
        } else if ([...owed.keys()].some((due) => !working.has(due))) await take();
      }
      while (working.size > 0 || owed.size > 0) {
        for (const got of [...working.keys()]) finish(got);
        if (owed.size > 0) await take();
      }
      assert.equal(queue.length, 0);
    }),
    { numRuns: 500 },
  );
});
