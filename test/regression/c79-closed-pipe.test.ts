/** @module C79: `dbm … | head -1` printed a crash. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { databaseManagers } from '../../src/api/database-manager.ts';
import { aHome } from '../commands/support/dbm.ts';
import { runProcess } from '../commands/support/process.ts';

test('a reader that closes the pipe ends dbm quietly with 0', async () => {
  await using home = await aHome();
  await home.sandbox(async (client) => {
    // More than a pipe holds.
    const annotations = { filler: 'x'.repeat(10_000) };
    for (let index = 0; index < 30; index += 1) {
      await client.create(databaseManagers, {
        apiVersion: 'coolops.cn/v1alpha1',
        kind: 'DatabaseManager',
        metadata: { namespace: 'default', name: `db-${index}`, annotations },
        spec: {},
      });
    }
  });
  const env = { HOME: home.path, DBM_SANDBOX: '1', DBM_SANDBOX_FILE: `${home.path}/sandbox.db` };
  const { code, stderr } = await runProcess(['get', '-o', 'json'], { env, closeStdoutEarly: true });
  assert.deepEqual([code, stderr], [0, '']);
});
