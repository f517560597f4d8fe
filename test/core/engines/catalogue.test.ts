import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { engineOf, engines, imageOf } from '../../../src/core/engines/catalogue.ts';
import { endedVersionNotice } from '../../../src/core/engines/versions.ts';
import { aDatabaseManager } from '../support/a-database-manager.ts';

const DECEMBER_2026 = Date.UTC(2026, 11, 1);

describe('the catalogue of engines', () => {
  const images = [
    [{}, 'mysql:5.7'],
    [{ dbtype: 'mariadb' }, 'mariadb:10.7.1'],
    [{ dbtype: 'postgres' }, 'postgres:17'],
    [{ dbtype: 'mysql', version: '8.4' }, 'mysql:8.4'],
    [{ dbtype: 'mysql', version: '8.4', image: 'registry.test/my:1' }, 'registry.test/my:1'],
  ] as const;
  for (const [spec, image] of images) {
    test(`${JSON.stringify(spec)} runs ${image}`, () => {
      assert.equal(imageOf(aDatabaseManager({ spec })), image);
    });
  }

  test('a spec without dbtype means MySQL', () => {
    assert.equal(engineOf(undefined).dbtype, 'mysql');
  });

  for (const engine of Object.values(engines)) {
    test(`${engine.title} recommends a maintained long-term release`, () => {
      assert.equal(endedVersionNotice(engine, engine.currentLts, DECEMBER_2026), undefined);
      assert.ok(engine.series.some(({ series, lts }) => series === engine.currentLts && lts));
    });

    test(`${engine.title} has a port name that Kubernetes takes`, () => {
      assert.match(engine.protocol, /^[a-z]{1,15}$/);
    });
  }
});
