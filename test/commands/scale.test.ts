/** @module dbm scale */
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { databaseManagers } from '../../src/api/database-manager.ts';
import { aHome } from './support/dbm.ts';
import { at } from './support/fields.ts';

const key = { namespace: 'default', name: 'mysql' };

describe('dbm scale', () => {
  test('shows what it did scale without managedFields when another name failed', async () => {
    await using home = await aHome();
    await home.dbm('create mysql --no-wait');
    const { code, json } = await home.dbm('scale mysql nope --replicas 2 --no-wait --json');
    assert.equal(code, 1);
    assert.equal(at(json(), 'items.0.metadata.name'), 'mysql');
    assert.equal(at(json(), 'items.0.metadata.managedFields'), undefined);
  });

  test('changes the replicas and says when there is nothing to change', async () => {
    await using home = await aHome();
    await home.dbm('create mysql --no-wait');
    const scaled = await home.dbm('scale mysql --replicas 4 --no-wait');
    assert.deepEqual([scaled.code, scaled.stdout], [0, 'databasemanager.coolops.cn/mysql scaled\n']);
    assert.match(scaled.stderr, /4 replicas are 4 independent databases/);
    const again = await home.dbm('scale mysql --replicas 4 --no-wait');
    assert.deepEqual([again.code, again.stdout], [0, 'databasemanager.coolops.cn/mysql unchanged\n']);
    const dm = await home.sandbox((client) => client.get(databaseManagers, key));
    assert.equal(dm.spec.replicas, 4);
  });

  test('leaves alone what has another number of replicas than --current-replicas says', async () => {
    await using home = await aHome();
    await home.dbm('create mysql --replicas 2 --no-wait');
    const { code, json, stderr } = await home.dbm('scale mysql --replicas 3 --current-replicas 1 --json');
    assert.equal(code, 1);
    assert.match(stderr, /default\/mysql has 2 replicas, not 1/);
    assert.equal(at(json(), 'error.reason'), 'PreconditionFailed');
    const kept = await home.sandbox((client) => client.get(databaseManagers, key));
    assert.equal(kept.spec.replicas, 2);
    assert.equal((await home.dbm('scale mysql --replicas 3 --current-replicas 2 --no-wait')).code, 0);
  });

  test('refuses several replicas on one volume before it sends anything', async () => {
    await using home = await aHome();
    await home.dbm('create mysql --storage 1Gi --no-wait');
    const { code, json } = await home.dbm('scale mysql --replicas 2 --json');
    assert.equal(code, 2);
    assert.match(String(at(json(), 'error.causes.0.field')), /^spec/);
  });

  test('suggests the nearest name, and scales the others', async () => {
    await using home = await aHome();
    await home.dbm('create mysql --no-wait');
    const { code, stdout, stderr } = await home.dbm('scale msql mysql --replicas 2 --no-wait');
    assert.equal(code, 1);
    assert.match(stderr, /1 of 2 failed\n +databasemanager "msql"|did you mean "mysql"/);
    assert.equal(stdout, 'databasemanager.coolops.cn/mysql scaled\n');
  });

  test('asks for the number, and for a name', async () => {
    await using home = await aHome({ crd: false });
    const noNumber = await home.dbm('scale mysql');
    assert.deepEqual([noNumber.code, /replicas/.test(noNumber.stderr)], [2, true]);
    const noName = await home.dbm('scale --replicas 2');
    assert.deepEqual([noName.code, noName.stderr], [2, 'error: missing argument NAMES; see --help\n']);
  });
});
