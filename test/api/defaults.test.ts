/** @module Defaults are the server's, and the computed ones never move. */
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { DatabaseManager } from '../../src/api/database-manager.ts';
import { deploymentNameOf, versionOf, withDefaults } from '../../src/api/defaults.ts';
import { aDatabaseManager } from './builders.ts';

describe('withDefaults', () => {
  test('fills what a server fills and leaves the rest out', () => {
    assert.deepEqual(withDefaults(aDatabaseManager()).spec, {
      dbtype: 'mysql',
      replicas: 1,
      deletionPolicy: 'Retain',
      suspend: false,
      stopped: false,
    });
  });

  test('fills inside objects that are present', () => {
    const { spec } = withDefaults(aDatabaseManager({ spec: { service: {}, storage: { size: '1Gi' } } }));
    assert.deepEqual(spec.service, { type: 'ClusterIP' });
    assert.deepEqual(spec.storage, { size: '1Gi', accessModes: ['ReadWriteOnce'] });
  });

  test('changes no value that is given', () => {
    const given = {
      dbtype: 'postgres',
      replicas: 3,
      deletionPolicy: 'Delete',
      suspend: true,
      stopped: true,
    } as const;
    assert.deepEqual(withDefaults(aDatabaseManager({ spec: given })).spec, given);
  });

  test('treats null as absent, in maps too, as a server does', () => {
    const spec = { replicas: null, database: null, pod: { labels: { a: null, b: 'c' } } };
    const nulls = JSON.parse(JSON.stringify({ ...aDatabaseManager(), spec }));
    const filled = withDefaults(nulls);
    assert.equal(filled.spec.replicas, 1);
    assert.ok(!('database' in filled.spec));
    assert.deepEqual(filled.spec.pod, { labels: { b: 'c' } });
  });

  test('gives back the same object when nothing is missing', () => {
    const full = withDefaults(aDatabaseManager({ spec: { storage: { size: 1 } } }));
    assert.equal(withDefaults(full), full);
  });

  test('makes up a spec for an object that has none, and keeps the given object as it is', () => {
    const { spec: _, ...rest } = aDatabaseManager();
    assert.equal(withDefaults(rest as DatabaseManager).spec.dbtype, 'mysql');
    assert.ok(!('spec' in rest));
  });
});

describe('computed defaults', () => {
  test('the children are named by deploymentName, else by the object', () => {
    assert.equal(deploymentNameOf(aDatabaseManager()), 'orders');
    assert.equal(deploymentNameOf(aDatabaseManager({ spec: { deploymentName: 'db' } })), 'db');
  });

  for (const [dbtype, version] of [
    ['mysql', '5.7'],
    ['mariadb', '10.7.1'],
    ['postgres', '17'],
  ] as const) {
    test(`${dbtype} without a version is ${version} for ever`, () => {
      assert.equal(versionOf(aDatabaseManager({ spec: { dbtype } })), version);
      assert.equal(versionOf(aDatabaseManager({ spec: { dbtype, version: '99' } })), '99');
    });
  }

  test('an object without dbtype is mysql', () => {
    assert.equal(versionOf(aDatabaseManager()), '5.7');
  });
});
