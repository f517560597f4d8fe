import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { mariadb } from '../../../src/core/engines/mariadb.ts';
import { mysql } from '../../../src/core/engines/mysql.ts';
import { postgres } from '../../../src/core/engines/postgres.ts';
import {
  belongsTo,
  compareVersions,
  endedVersionNotice,
  seriesOf,
} from '../../../src/core/engines/versions.ts';

describe('version numbers', () => {
  const pairs = [
    ['8.4', '8.4', 0],
    ['8.4', '8.4.3-oracle', 0],
    ['10.11', '10.7.1', 1],
    ['5.7', '8.0', -1],
    ['17', '18', -1],
    ['26.7', '9.7', 1],
    ['devel', '9', 0],
  ] as const;
  for (const [a, b, order] of pairs) {
    test(`${a} compared with ${b} is ${order}`, () => {
      assert.equal(Math.sign(compareVersions(a, b)), order);
      assert.equal(Math.sign(compareVersions(b, a)), order === 0 ? 0 : -order);
    });
  }

  test('a release belongs to its series and to no other with the same first digit', () => {
    assert.equal(belongsTo('10.11.6', '10.11'), true);
    assert.equal(belongsTo('10.1', '10.11'), false);
    assert.equal(belongsTo('9.7.1', '9'), true);
    assert.equal(seriesOf(mysql, '9.7.1')?.series, '9.7');
    assert.equal(seriesOf(mysql, '9.3')?.series, '9');
  });
});

describe('the notice of an ended version', () => {
  const at = (text: string) => Date.parse(text);

  test('names the release to move to', () => {
    const notice = endedVersionNotice(mysql, '5.7.44', at('2026-12-01T00:00:00Z'));
    assert.equal(
      notice,
      'MySQL 5.7.44 has had no security fixes since 2023-10: the current long-term release is 8.4',
    );
  });

  test('begins when the last month of fixes is over', () => {
    assert.equal(endedVersionNotice(postgres, '14', at('2026-11-30T23:59:59Z')), undefined);
    assert.match(endedVersionNotice(postgres, '14', at('2026-12-01T00:00:00Z')) ?? '', /PostgreSQL 14/);
  });

  test('says nothing of maintained and of unknown versions', () => {
    assert.equal(endedVersionNotice(mariadb, '11.8', at('2026-12-01T00:00:00Z')), undefined);
    assert.equal(endedVersionNotice(mariadb, '99.1', at('2026-12-01T00:00:00Z')), undefined);
  });
});

describe('moving data to another version', () => {
  const refused = [
    [mysql, '8.4', '8.0', /cannot serve data written by MySQL 8.4/],
    [mysql, '5.7', '8.4', /upgrade to 8.0 first/],
    [mysql, '8.0', '9.7', /upgrade to 8.4 first/],
    [mariadb, '11.8', '11.4', /cannot serve/],
    [postgres, '17', '18', /cannot start on data/],
    [postgres, '18', '17', /cannot serve/],
  ] as const;
  for (const [engine, from, to, message] of refused) {
    test(`${engine.title} ${from} to ${to} is refused`, () => {
      assert.match(engine.moveRefusal(from, to) ?? '', message);
    });
  }

  const allowed = [
    [mysql, '5.7', '8.0'],
    [mysql, '8.4', '9.7'],
    [mysql, '8.4', '8.4.3'],
    [mysql, 'mine', '8.4'],
    [mariadb, '10.7.1', '11.8'],
    [postgres, '17', '17.5'],
  ] as const;
  for (const [engine, from, to] of allowed) {
    test(`${engine.title} ${from} to ${to} is allowed`, () => {
      assert.equal(engine.moveRefusal(from, to), undefined);
    });
  }
});
