/** @module Probes are answered over HTTP. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { healthStage } from '../../../src/runtime/manager/health.ts';

test('/healthz is ok while the process runs, /readyz as long as nothing is wrong', async (t) => {
  let problem: string | undefined = 'caches are not filled yet';
  let port = 0;
  const stage = healthStage({
    host: '127.0.0.1',
    port: 0,
    isReady: () => problem,
    onListening: (chosen) => {
      port = chosen;
    },
  });
  await stage.start(new AbortController().signal, noFailure);
  t.after(() => stage.stop(new AbortController().signal));
  const ask = async (path: string) => {
    const response = await fetch(`http://127.0.0.1:${port}${path}`);
    return `${response.status} ${await response.text()}`;
  };
  assert.equal(await ask('/healthz'), '200 ok');
  assert.equal(await ask('/readyz'), '503 caches are not filled yet');
  problem = undefined;
  assert.equal(await ask('/readyz?verbose'), '200 ok');
  assert.equal(await ask('/'), '404 not found');
});

test('a port that is taken is a failure to start', async (t) => {
  let port = 0;
  const options = { host: '127.0.0.1', isReady: () => undefined };
  const first = healthStage({
    ...options,
    port: 0,
    onListening: (chosen) => {
      port = chosen;
    },
  });
  await first.start(new AbortController().signal, noFailure);
  t.after(() => first.stop(new AbortController().signal));
  const second = healthStage({ ...options, port });
  await assert.rejects(second.start(new AbortController().signal, noFailure), { code: 'EADDRINUSE' });
  await second.stop(new AbortController().signal);
});

function noFailure(error: unknown): void {
  assert.fail(String(error));
}
