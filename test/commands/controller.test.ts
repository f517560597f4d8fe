/** @module dbm controller */
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { Interruption } from '../../src/cli/io.ts';
import { systemClock } from '../../src/kube/clock.ts';
import { sampleOf } from '../runtime/metrics/samples.ts';
import { aHome } from './support/dbm.ts';
import { at } from './support/fields.ts';

describe('dbm controller', () => {
  test('says what to do without --watch', async () => {
    await using home = await aHome({ crd: false });
    const { code, stderr } = await home.dbm('controller');
    assert.equal(code, 2);
    assert.match(stderr, /say --watch .* "dbm reconcile --once"/);
  });

  test('reconciles what other commands write, who leave it to the controller, and stops cleanly', async () => {
    await using home = await aHome();
    const stop = new AbortController();
    const { promise: ready, resolve } = Promise.withResolvers<void>();
    const running = home.dbm('controller --watch --log-format json', {
      signal: stop.signal,
      clock: systemClock,
      onStderr: (text) => text.includes('Started workers') && resolve(),
    });
    await ready;
    const created = await home.dbm('create mysql --wait --timeout 60s --json', { clock: systemClock });
    assert.equal(created.code, 0, created.stderr);
    assert.match(created.stderr, /waiting for the controller|Deployment mysql/);
    assert.equal(at(created.json(), 'status.availableReplicas'), 1);
    stop.abort(new Interruption('SIGTERM'));
    const { code, stdout, stderr } = await running;
    assert.deepEqual([code, stdout], [0, '']);
    const lines = stderr.trim().split('\n').slice(1);
    for (const line of lines) assert.equal(typeof at(JSON.parse(line), 'msg'), 'string', line);
    assert.match(lines.at(-1) ?? '', /Stopped/);
  });

  for (const flag of ['--health-probe-bind-address', '--metrics-bind-address']) {
    test(`refuses a ${flag} that is no address`, async () => {
      await using home = await aHome({ crd: false });
      const { code, stderr } = await home.dbm(`controller --watch ${flag} 8081`);
      assert.deepEqual([code, stderr.includes(`${flag} must be an address such as :8081`)], [2, true]);
    });
  }

  test('serves what it measures where it is told to, beside the probes', async () => {
    await using home = await aHome();
    await home.dbm('create mysql --no-wait', { clock: systemClock });
    const stop = new AbortController();
    const ready = Promise.withResolvers<void>();
    let address: string | undefined;
    const command =
      'controller --watch --metrics-bind-address 127.0.0.1:0 --health-probe-bind-address 127.0.0.1:0';
    const running = home.dbm(command, {
      signal: stop.signal,
      clock: systemClock,
      onStderr: (text) => {
        address ??= /Serving address="([^"]+)" pages="\/healthz \/readyz \/metrics"/.exec(text)?.[1];
        if (text.includes('Started workers')) ready.resolve();
      },
    });
    await Promise.race([ready.promise, running]);
    const ask = async (path: string) => await (await fetch(`http://${address}${path}`)).text();
    assert.equal(await ask('/readyz'), 'ok');
    const text = await ask('/metrics');
    stop.abort(new Interruption('SIGTERM'));
    assert.equal((await running).code, 0);
    assert.equal(sampleOf(text, 'leader_election_master_status', { name: 'database-manager-controller' }), 1);
    assert.ok(
      sampleOf(text, 'rest_client_requests_total', { code: '200', method: 'GET', host: 'sandbox' }) > 0,
    );
  });

  test('serves nothing when the addresses are 0', async () => {
    await using home = await aHome();
    const stop = new AbortController();
    const command = 'controller --watch --metrics-bind-address 0 --health-probe-bind-address 0';
    const { code, stderr } = await home.dbm(command, {
      signal: stop.signal,
      clock: systemClock,
      onStderr: (text) => text.includes('Started workers') && stop.abort(new Interruption('SIGTERM')),
    });
    assert.deepEqual([code, /Serving/.test(stderr)], [0, false]);
  });
});
