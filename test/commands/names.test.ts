/** @module Names that are empty, as `"$NAME"` is where nobody set it: they must not come to mean everything. */
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { aHome } from './support/dbm.ts';

const NAMELESS =
  'apiVersion: coolops.cn/v1alpha1\nkind: DatabaseManager\nmetadata: {generateName: gen-}\nspec: {}\n';

describe('an empty name', () => {
  const lines: Readonly<Record<string, readonly string[]>> = {
    get: ['get', ''],
    scale: ['scale', '', '--replicas', '2'],
    delete: ['delete', '', '--yes'],
    reconcile: ['reconcile', ''],
    'delete of one among others': ['delete', 'mysql', '', '--yes'],
    'a namespace': ['get', '-n', ''],
  };
  for (const [name, line] of Object.entries(lines)) {
    test(`is wrong usage: ${name}`, async () => {
      await using home = await aHome();
      await home.dbm('create mysql --no-wait');
      const { code, stdout, stderr } = await home.dbm(line);
      assert.deepEqual([code, stdout], [2, ''], stderr);
      assert.match(stderr, /must not be empty/);
      assert.equal((await home.dbm('get -o name')).stdout, 'databasemanager.coolops.cn/mysql\n');
    });
  }

  test('is told of as one when a database is to have it', async () => {
    await using home = await aHome();
    const { code, stderr } = await home.dbm(['create', 'mysql', '']);
    assert.equal(code, 2);
    assert.match(stderr, /^error: mysql: not a valid DatabaseManager\n {2}metadata\.name: .*, not ""$/m);
  });
});

test('a manifest with a generateName only is wrong usage', async () => {
  await using home = await aHome();
  await home.dbm('create mysql --no-wait');
  for (const command of ['create', 'delete']) {
    const { code, stderr } = await home.dbm(`${command} -f -`, { stdin: NAMELESS });
    assert.equal(code, 2, stderr);
    assert.match(stderr, /standard input has a generateName only: give it a metadata\.name/);
  }
  assert.equal((await home.dbm('get -o name')).stdout, 'databasemanager.coolops.cn/mysql\n');
});
