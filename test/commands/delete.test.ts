/** @module dbm delete */
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { API_VERSION, databaseManagers, KIND } from '../../src/api/database-manager.ts';
import { persistentVolumeClaims, secrets } from '../../src/kube/resources.ts';
import { isNotFound } from '../../src/kube/status-error.ts';
import { aHome } from './support/dbm.ts';
import { at } from './support/fields.ts';

const key = { namespace: 'default', name: 'mysql' };

describe('dbm delete', () => {
  test('says where it deletes and what goes before it does', async () => {
    await using home = await aHome();
    await home.dbm('create mysql --no-wait');
    const { code, stderr } = await home.dbm('delete mysql');
    assert.equal(code, 0, stderr);
    const [notice, where, what] = stderr.split('\n');
    assert.match(notice ?? '', /No cluster configured/);
    assert.equal(where, 'Deleting in namespace default of the sandbox ~/sandbox.db:');
    assert.match(
      what ?? '',
      /^ {2}mysql: Deployment mysql, Service mysql, Secret mysql-credentials and its pods go\./,
    );
  });

  test('does not claim parts that belong to somebody else', async () => {
    await using home = await aHome();
    await home.dbm('create mysql one --deployment-name shared --no-wait');
    await home.sandbox((client) =>
      client.create(databaseManagers, {
        apiVersion: API_VERSION,
        kind: KIND,
        metadata: { ...key, name: 'two' },
        spec: { deploymentName: 'shared' },
      }),
    );
    const { stderr } = await home.dbm('delete two');
    assert.match(stderr, /two: it has no parts\./);
    assert.equal((await home.dbm('get one')).code, 0);
  });

  test('keeps volume and credentials, and says so, unless deletionPolicy is Delete', async () => {
    await using home = await aHome();
    await home.dbm('create mysql --storage 1Gi --no-wait');
    const { code, stderr } = await home.dbm('delete mysql');
    assert.equal(code, 0, stderr);
    assert.match(stderr, /PersistentVolumeClaim mysql-data and Secret mysql-credentials stay/);
    await home.sandbox(async (client) => {
      await client.get(persistentVolumeClaims, { ...key, name: 'mysql-data' });
      await client.get(secrets, { ...key, name: 'mysql-credentials' });
    });
  });

  test('asks on a terminal before stored data are lost, and takes no for an answer', async () => {
    await using home = await aHome();
    await home.dbm('create mysql --storage 1Gi --deletion-policy Delete --no-wait');
    const declined = await home.dbm('delete mysql', { terminal: true, stdin: 'n\n' });
    assert.equal(declined.code, 1);
    assert.match(declined.stderr, /Delete the stored data of mysql for good\? \[y\/N\]/);
    assert.match(declined.stderr, /nothing was deleted/);
    await home.sandbox((client) => client.get(databaseManagers, key));
    const agreed = await home.dbm('delete mysql', { terminal: true, stdin: 'yes\n' });
    assert.equal(agreed.code, 0, agreed.stderr);
    const claim = home.sandbox((client) =>
      client.get(persistentVolumeClaims, { ...key, name: 'mysql-data' }),
    );
    await assert.rejects(claim, isNotFound);
  });

  test('does not ask with --yes, nor where nobody can answer', async () => {
    await using home = await aHome();
    for (const [flags, terminal] of [
      ['--yes', true],
      ['', false],
    ] as const) {
      await home.dbm('create mysql --storage 1Gi --deletion-policy Delete --no-wait');
      const { code, stderr } = await home.dbm(`delete mysql ${flags}`, { terminal, stdin: '' });
      assert.equal(code, 0, stderr);
      assert.doesNotMatch(stderr, /\[y\/N\]/);
    }
  });

  test('takes what does not exist as a failure, unless told otherwise', async () => {
    await using home = await aHome();
    await home.dbm('create mysql --no-wait');
    const missing = await home.dbm('delete mysqll --json');
    assert.equal(missing.code, 1);
    assert.match(String(at(missing.json(), 'error.message')), /did you mean "mysql"/);
    const ignored = await home.dbm('delete mysqll --ignore-not-found');
    assert.deepEqual([ignored.code, ignored.stdout], [0, '']);
  });

  test('deletes what manifests name', async () => {
    await using home = await aHome();
    await home.dbm('create -f examples/example-mysql.yaml --no-wait');
    const { code, stdout } = await home.dbm('delete -f examples/example-mysql.yaml');
    assert.deepEqual([code, stdout], [0, 'databasemanager.coolops.cn/example-mysql deleted\n']);
  });

  test('does not wait with --no-wait', async () => {
    await using home = await aHome();
    await home.dbm('create mysql --no-wait');
    const { code, stderr } = await home.dbm('delete mysql --no-wait');
    assert.equal(code, 0);
    assert.doesNotMatch(stderr, /Removing/);
  });

  test('wants to know what to delete', async () => {
    await using home = await aHome({ crd: false });
    assert.equal((await home.dbm('delete')).code, 2);
    assert.equal((await home.dbm('delete x -f y.yaml')).code, 2);
  });
});
