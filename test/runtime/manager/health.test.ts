/** @module Probes are told the truth. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { healthPages } from '../../../src/runtime/manager/health.ts';

test('/healthz is ok while the process runs, /readyz as long as nothing is wrong', async () => {
  let problem: string | undefined = 'caches are not filled yet';
  const pages = healthPages(() => problem);
  assert.deepEqual(await pages['/healthz']?.(), { status: 200, text: 'ok' });
  assert.deepEqual(await pages['/readyz']?.(), { status: 503, text: 'caches are not filled yet' });
  problem = undefined;
  assert.deepEqual(await pages['/readyz']?.(), { status: 200, text: 'ok' });
});
