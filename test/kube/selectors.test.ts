import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import {
  formatLabelSelector,
  matchesFields,
  matchesLabels,
  parseFieldSelector,
  parseLabelSelector,
  toLabelSelector,
} from '../../src/kube/selectors.ts';

describe('label selector', () => {
  const labels = { app: 'mysql', tier: 'db', 'app.kubernetes.io/name': 'orders', level: '7', empty: '' };
  for (const [selector, expected] of [
    ['', true],
    ['app=mysql', true],
    ['app==mysql', true],
    ['app = mysql', true],
    ['app=postgres', false],
    ['app!=postgres', true],
    ['missing!=x', true],
    ['missing=x', false],
    ['app in (mysql, mariadb)', true],
    ['app in(mysql)', true],
    ['app notin (mysql)', false],
    ['missing notin (a)', true],
    ['tier', true],
    ['!tier', false],
    ['!missing', true],
    ['empty=', true],
    ['missing=', false],
    ['empty in (,a)', true],
    ['app=mysql,tier in (db,web),!legacy', true],
    ['app=mysql,tier=web', false],
    ['app.kubernetes.io/name=orders', true],
    ['level>6', true],
    ['level>7', false],
    ['level<8', true],
    ['app>1', false],
    ['toString', false],
  ] as const) {
    test(`"${selector}" ${expected ? 'matches' : 'does not match'}`, () => {
      assert.equal(matchesLabels(parseLabelSelector(selector), labels), expected);
    });
  }

  for (const selector of [
    '=x',
    'a=b=c',
    'a in b',
    'a in (b',
    'a=b,',
    ',',
    '!a=b',
    'a b',
    'UP/er/x=1',
    `a=${'x'.repeat(64)}`,
    'a=-x',
    'a>x',
    '-a',
  ]) {
    test(`"${selector}" is refused`, () => assert.throws(() => parseLabelSelector(selector), TypeError));
  }

  test('the text form is sorted by key and parses back to the same', () => {
    const selector = parseLabelSelector('b!=2,!gone,a in (z,y),here,c=3,n>4');
    const text = formatLabelSelector(selector);
    assert.equal(text, 'a in (y,z),b!=2,c=3,!gone,here,n>4');
    assert.equal(formatLabelSelector(parseLabelSelector(text)), text);
  });

  test('the structured form means the same as the text form', () => {
    const structured = {
      matchLabels: { app: 'mysql' },
      matchExpressions: [
        { key: 'tier', operator: 'In', values: ['db'] },
        { key: 'old', operator: 'DoesNotExist' },
      ],
    };
    assert.equal(formatLabelSelector(toLabelSelector(structured)), 'app=mysql,!old,tier=db');
    assert.throws(() => toLabelSelector({ matchExpressions: [{ key: 'a', operator: 'Like' }] }), TypeError);
  });
});

describe('field selector', () => {
  const fields = { 'metadata.name': 'orders', 'status.phase': 'Running', odd: 'a,b=c\\d' };
  for (const [selector, expected] of [
    ['', true],
    ['metadata.name=orders', true],
    ['metadata.name==orders', true],
    ['metadata.name!=orders', false],
    ['metadata.name=orders,status.phase!=Failed', true],
    ['missing=', true],
    ['missing!=x', true],
    ['odd=a\\,b\\=c\\\\d', true],
  ] as const) {
    test(`"${selector}" ${expected ? 'matches' : 'does not match'}`, () => {
      assert.equal(matchesFields(parseFieldSelector(selector), fields), expected);
    });
  }

  for (const selector of ['name', '=x', 'a=b=c', 'a=b\\x']) {
    test(`"${selector}" is refused`, () => assert.throws(() => parseFieldSelector(selector), TypeError));
  }
});
