/** @module C50, C51: install-crd worked once only, and the resource was not served yet when it returned. */
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { databaseManagerCrd } from '../../src/api/crd.ts';
import { customResourceDefinitions } from '../../src/kube/resources.ts';
import { aHome } from '../commands/support/dbm.ts';

const NAME = 'customresourcedefinition.apiextensions.k8s.io/databasemanagers.coolops.cn';
const key = { name: 'databasemanagers.coolops.cn' };

describe('install-crd', () => {
  test('says created, then unchanged, and updated after the schema has changed', async () => {
    await using home = await aHome({ crd: false });
    assert.equal((await home.dbm('install-crd')).stdout, `${NAME} created\n`);
    assert.equal((await home.dbm('install-crd')).stdout, `${NAME} unchanged\n`);
    await home.dbm('create mysql --no-wait');
    const body = [{ op: 'remove' as const, path: '/spec/names/shortNames' }];
    await home.sandbox((client) => client.patch(customResourceDefinitions, key, { type: 'json', body }));
    const { code, stdout } = await home.dbm('install-crd');
    assert.deepEqual([code, stdout], [0, `${NAME} updated\n`]);
    const stored = await home.sandbox((client) => client.get(customResourceDefinitions, key));
    assert.deepEqual(stored.spec.names, databaseManagerCrd().spec.names);
    assert.equal((await home.dbm('get mysql')).code, 0);
  });

  test('succeeds for all who install at once', async () => {
    await using home = await aHome({ crd: false });
    const ended = await Promise.all([1, 2, 3].map(() => home.dbm('install-crd')));
    assert.deepEqual(
      ended.map(({ code }) => code),
      [0, 0, 0],
    );
    assert.equal(ended.filter(({ stdout }) => stdout === `${NAME} created\n`).length >= 1, true);
  });

  test('returns only when the first object can be created, every time', async () => {
    await using home = await aHome({ crd: false });
    for (let round = 1; round <= 10; round += 1) {
      assert.equal((await home.dbm('install-crd')).code, 0);
      const { code, stderr } = await home.dbm('create mysql --no-wait');
      assert.equal(code, 0, `round ${round}: ${stderr}`);
      await home.sandbox((client) => client.delete(customResourceDefinitions, key));
    }
  });
});
