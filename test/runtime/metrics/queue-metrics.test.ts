/** @module What a queue's metrics say, and when. */
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { createMetrics } from '../../../src/runtime/metrics/create-metrics.ts';
import { RateLimitingQueue } from '../../../src/runtime/workqueue/rate-limiting-queue.ts';
import { virtualClock } from '../virtual-clock.ts';
import { sampleOf } from './samples.ts';

describe('the metrics of a queue', () => {
  test('count a key once while it waits, and its depth by priority', async () => {
    const { queue, read } = start();
    assert.equal(await read('workqueue_depth', { priority: '0' }), 0);
    for (const key of ['a', 'b', 'c']) queue.add(key, 'low');
    queue.add('a', 'low');
    queue.add('b', 'normal');
    assert.equal(await read('workqueue_adds_total'), 3);
    assert.equal(await read('workqueue_depth', { priority: '-100' }), 2);
    assert.equal(await read('workqueue_depth', { priority: '0' }), 1);
    assert.equal(await queue.get(), 'b');
    assert.equal(await read('workqueue_depth', { priority: '0' }), 0);
  });

  test('count a key that is added while it is worked on, and it waits from then on', async () => {
    const { queue, clock, read } = start();
    queue.add('a');
    await queue.get();
    queue.add('a');
    queue.add('a');
    assert.equal(await read('workqueue_adds_total'), 2);
    assert.equal(await read('workqueue_depth', { priority: '0' }), 1);
    await clock.advance(3000);
    queue.done('a');
    await queue.get();
    assert.equal(await read('workqueue_queue_duration_seconds_count'), 2);
    assert.equal(await read('workqueue_queue_duration_seconds_sum'), 3);
  });

  test('tell how long keys wait and are worked on, also of those that are still at it', async () => {
    const { queue, clock, read } = start();
    queue.add('a');
    queue.add('b');
    await clock.advance(2000);
    await queue.get();
    await clock.advance(5000);
    await queue.get();
    await clock.advance(1000);
    assert.equal(await read('workqueue_queue_duration_seconds_sum'), 2 + 7);
    assert.equal(await read('workqueue_unfinished_work_seconds'), 6 + 1);
    assert.equal(await read('workqueue_longest_running_processor_seconds'), 6);
    queue.done('a');
    assert.equal(await read('workqueue_work_duration_seconds_sum'), 6);
    assert.equal(await read('workqueue_longest_running_processor_seconds'), 1);
    queue.done('b');
    assert.equal(await read('workqueue_unfinished_work_seconds'), 0);
    assert.equal(await read('workqueue_work_duration_seconds_count'), 2);
  });

  test('count what is added for later as a retry, and as added only when it is due', async () => {
    const { queue, clock, read } = start();
    queue.addRateLimited('a');
    queue.addAfter('b', 60_000);
    assert.deepEqual([await read('workqueue_retries_total'), await read('workqueue_adds_total')], [2, 0]);
    await clock.advance(1000);
    assert.deepEqual([await read('workqueue_retries_total'), await read('workqueue_adds_total')], [2, 1]);
  });
});

function start() {
  const clock = virtualClock();
  const metrics = createMetrics({ controller: 'databasemanager', clock });
  const queue = new RateLimitingQueue(clock, undefined, metrics.queue);
  const read = async (name: string, labels: Readonly<Record<string, string>> = {}) => {
    const { text } = await metrics.page();
    return sampleOf(text, name, { name: 'databasemanager', controller: 'databasemanager', ...labels });
  };
  return { clock, queue, read };
}
