/** @module C88: the command was done and the process stayed. */
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { aHome } from '../commands/support/dbm.ts';
import { runProcess } from '../commands/support/process.ts';

const LIMIT_MS = 1000;

describe('the process ends within a second of its last line', () => {
  for (const line of [
    'get',
    'get nope',
    'reconcile --once',
    'create mysql other --no-wait',
    'delete mysql',
    'bogus',
  ]) {
    test(`after "${line}"`, async () => {
      await using home = await aHome();
      await home.dbm('create mysql --no-wait');
      // Compiled code is kept between runs; the first run of a version takes longer to end while it writes that.
      const cache = { NODE_DISABLE_COMPILE_CACHE: '1' };
      const env = { HOME: home.path, DBM_SANDBOX_FILE: `${home.path}/sandbox.db`, ...cache };
      const { code, lingeredMs, stderr } = await runProcess(line.split(' '), { env });
      assert.notEqual(code, null, stderr);
      assert.ok(lingeredMs < LIMIT_MS, `${lingeredMs} ms`);
    });
  }
});
