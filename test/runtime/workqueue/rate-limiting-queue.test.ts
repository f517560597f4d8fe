/** @module Failed keys wait longer each time, up to a minute, until they are forgotten. */
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { defaultRateLimiter } from '../../../src/runtime/workqueue/rate-limiter.ts';
import { RateLimitingQueue } from '../../../src/runtime/workqueue/rate-limiting-queue.ts';
import { virtualClock } from '../virtual-clock.ts';

describe('a rate limiting queue', () => {
  test('doubles the delay of a key from 5 ms to a minute', () => {
    const queue = new RateLimitingQueue(virtualClock());
    const delays = Array.from({ length: 20 }, () => queue.addRateLimited('a'));
    assert.deepEqual(delays.slice(0, 6), [5, 10, 20, 40, 80, 160]);
    assert.equal(delays[13], 40_960);
    assert.deepEqual(
      delays.slice(14),
      Array.from({ length: 6 }, () => 60_000),
    );
    assert.equal(queue.numRequeues('a'), 20);
  });

  test('starts small again once a key is forgotten, and leaves others alone', () => {
    const queue = new RateLimitingQueue(virtualClock());
    for (let count = 0; count < 5; count += 1) queue.addRateLimited('a');
    queue.addRateLimited('b');
    queue.forget('a');
    assert.equal(queue.numRequeues('a'), 0);
    assert.equal(queue.addRateLimited('a'), 5);
    assert.equal(queue.addRateLimited('b'), 10);
  });

  test('adds the key when the delay is over', async () => {
    const clock = virtualClock();
    const queue = new RateLimitingQueue(clock);
    queue.addRateLimited('a');
    await clock.advance(4);
    assert.equal(queue.length, 0);
    await clock.advance(1);
    assert.equal(await queue.get(), 'a');
  });

  test('lets a new change pass the delay of old failures', () => {
    const queue = new RateLimitingQueue(virtualClock());
    for (let count = 0; count < 15; count += 1) queue.addRateLimited('a');
    queue.add('a');
    assert.equal(queue.length, 1);
  });

  test('allows all keys together 100 retries at once and 10 a second', async () => {
    const clock = virtualClock();
    const limiter = defaultRateLimiter(clock);
    const delays = Array.from({ length: 120 }, (_, index) => limiter.when(`k${index}`));
    assert.ok(delays.slice(0, 100).every((delay) => delay === 5));
    assert.equal(delays[100], 100);
    assert.equal(delays[119], 2000);
    await clock.advance(12_000);
    assert.equal(limiter.when('later'), 5);
  });
});
