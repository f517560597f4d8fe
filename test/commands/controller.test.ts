/** @module dbm controller */
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { Interruption } from '../../src/cli/io.ts';
import { systemClock } from '../../src/kube/clock.ts';
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

  test('refuses an address that is none', async () => {
    await using home = await aHome({ crd: false });
    const { code, stderr } = await home.dbm('controller --watch --health-probe-bind-address 8081');
    assert.deepEqual([code, /must be an address such as :8081/.test(stderr)], [2, true]);
  });
});
