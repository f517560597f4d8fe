/** @module What is scraped from a running controller is what has happened. */
import assert from 'node:assert/strict';
import { describe, type TestContext, test } from 'node:test';
import { createMetrics } from '../../../src/runtime/metrics/create-metrics.ts';
import { aWorld, type RunningController } from '../a-controller.ts';
import { type Sample, sampleOf, samplesOf } from './samples.ts';

const labels = { controller: 'databasemanager' };
const queueLabels = { name: 'databasemanager', controller: 'databasemanager' };

describe('a scrape during real reconciles', () => {
  test('counts passes, keys and requests as they were', async (t) => {
    const { world, controller, scrape } = await started(t, {
      leaderElection: { enabled: false },
      workers: 3,
    });
    for (const name of ['a', 'b', 'c']) await world.create(name);
    await world.until(async () => (await world.readyOf('c')) === 'True');
    await world.clock.advance(20_000);
    const text = await scrape();
    const passes = controller.log.filter((line) => line.includes('finished a pass'));
    const later = passes.filter((line) => /comesBackIn=\d/.test(line)).length;
    const total = (result: string) =>
      sampleOf(text, 'controller_runtime_reconcile_total', { ...labels, result });
    assert.ok(passes.length >= 6 && later > 0, `${passes.length} passes, ${later} of them come back`);
    assert.deepEqual(['success', 'requeue_after', 'error', 'requeue'].map(total), [
      passes.length - later,
      later,
      0,
      0,
    ]);
    assert.equal(sampleOf(text, 'controller_runtime_reconcile_errors_total', labels), 0);
    assert.equal(sampleOf(text, 'controller_runtime_reconcile_time_seconds_count', labels), passes.length);
    assert.equal(sampleOf(text, 'controller_runtime_max_concurrent_reconciles', labels), 3);
    assert.equal(sampleOf(text, 'controller_runtime_active_workers', labels), 0);
    for (const count of ['workqueue_adds_total', 'workqueue_work_duration_seconds_count'])
      assert.equal(sampleOf(text, count, queueLabels), passes.length);
    assert.equal(sampleOf(text, 'workqueue_retries_total', queueLabels), later);

    const requests = samplesOf(text).filter(({ name }) => name === 'rest_client_requests_total');
    const posts = controller.requests.filter((request) => request.startsWith('POST ')).length;
    assert.equal(sum(requests), controller.requests.length);
    assert.equal(
      sampleOf(text, 'rest_client_requests_total', { code: '201', method: 'POST', host: 'sandbox' }),
      posts,
    );
    const timed = samplesOf(text).filter(({ name }) => name === 'rest_client_request_duration_seconds_count');
    const watches = controller.requests.filter((request) => request.startsWith('WATCH ')).length;
    assert.ok(watches >= 6);
    assert.equal(sum(timed), controller.requests.length - watches);
  });

  test('counts failures, retries and requests without an answer', async (t) => {
    const { world, controller, scrape } = await started(t);
    controller.obstruct(({ method, path }) =>
      method === 'POST' && path.includes('/secrets') ? Promise.reject(new Error('no way')) : undefined,
    );
    await world.create('orders');
    await world.clock.advance(20_000);
    const text = await scrape();
    const failures = controller.log.filter((line) => line.includes('error syncing, requeuing')).length;
    const tries = controller.requests.filter(
      (request) => request.endsWith('/secrets') && request.startsWith('POST'),
    );
    assert.ok(failures > 3);
    assert.equal(
      sampleOf(text, 'controller_runtime_reconcile_total', { ...labels, result: 'error' }),
      failures,
    );
    assert.equal(sampleOf(text, 'controller_runtime_reconcile_errors_total', labels), failures);
    assert.equal(sampleOf(text, 'controller_runtime_terminal_reconcile_errors_total', labels), 0);
    assert.equal(
      sampleOf(text, 'rest_client_requests_total', { code: '<error>', method: 'POST', host: 'sandbox' }),
      tries.length,
    );
    assert.ok(sampleOf(text, 'workqueue_retries_total', queueLabels) >= failures);
  });

  test('shows a pass that is under way, and for how long', async (t) => {
    const { world, controller, scrape } = await started(t);
    const never = Promise.withResolvers<never>();
    controller.obstruct(({ method, path, signal }) => {
      signal?.addEventListener('abort', () => never.reject(signal.reason), { once: true });
      return method === 'POST' && path.includes('/secrets') ? never.promise : undefined;
    });
    await world.create('orders');
    await world.clock.advance(7000);
    const text = await scrape();
    assert.equal(sampleOf(text, 'controller_runtime_active_workers', labels), 1);
    assert.equal(sampleOf(text, 'workqueue_longest_running_processor_seconds', queueLabels), 7);
    assert.equal(sampleOf(text, 'workqueue_unfinished_work_seconds', queueLabels), 7);
    never.reject(new Error('over'));
  });

  test('tells the leader from the one that stands by', async (t) => {
    const { world, controller, scrape } = await started(t);
    const second = measured(world.clock);
    const standby = world.start(second.options);
    await world.clock.advance(10_000);
    const lease = { name: 'database-manager-controller' };
    assert.equal(sampleOf(await scrape(), 'leader_election_master_status', lease), 1);
    const standingBy = () => scrapeOf(standby);
    assert.equal(sampleOf(await standingBy(), 'leader_election_master_status', lease), 0);
    const stopped = controller.stop();
    await world.until(standby.isReady);
    await stopped;
    assert.equal(sampleOf(await standingBy(), 'leader_election_master_status', lease), 1);
  });

  test('has the process beside it, in the format of Prometheus', async (t) => {
    const { scrape, response } = await started(t, { leaderElection: { enabled: false } });
    assert.match((await response()).headers.get('content-type') ?? '', /^text\/plain; version=0\.0\.4/);
    const text = await scrape();
    assert.ok(sampleOf(text, 'process_resident_memory_bytes') > 1e6);
    assert.ok(!text.includes('leader_election_master_status'));
    for (const line of text.split('\n').filter((one) => one.startsWith('# HELP')))
      assert.match(line, /^# HELP \w+ \S/);
  });
});

type Options = NonNullable<Parameters<ReturnType<typeof aWorld>['start']>[0]>;

function measured(clock: ReturnType<typeof aWorld>['clock'], options: Options = {}) {
  const measures = createMetrics({ controller: 'databasemanager', clock });
  return { options: { ...options, metrics: { host: '127.0.0.1', port: 0, measures } } };
}

async function started(t: TestContext, options: Options = {}) {
  const world = aWorld(t);
  await world.installCrd();
  const controller = world.start(measured(world.clock, options).options);
  await world.until(controller.isReady);
  return {
    world,
    controller,
    scrape: () => scrapeOf(controller),
    response: () => fetch(urlOf(controller)),
  };
}

async function scrapeOf(controller: RunningController): Promise<string> {
  return await (await fetch(urlOf(controller))).text();
}

function urlOf({ log }: RunningController): string {
  const [, address] = /Serving address="([^"]+)"/.exec(log.join('')) ?? [];
  return `http://${address}/metrics`;
}

function sum(samples: readonly Sample[]): number {
  return samples.reduce((total, { value }) => total + value, 0);
}
