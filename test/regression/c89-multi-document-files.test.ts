/** @module C89: of a file with several documents only the first was taken, or none. */
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { aHome } from '../commands/support/dbm.ts';
import { listAt } from '../commands/support/fields.ts';

const orders = `apiVersion: coolops.cn/v1alpha1
kind: DatabaseManager
metadata: {name: orders}
spec: {dbtype: mysql, deploymentName: orders-db, replicas: 1}
`;
const billing = orders.replaceAll('orders', 'billing').replace('mysql', 'mariadb');
const pod = 'apiVersion: v1\nkind: Pod\nmetadata: {name: p}\n';

describe('a manifest', () => {
  test('of several documents is taken whole; empty documents are skipped', async () => {
    await using home = await aHome();
    const file = await home.file('both.yaml', `---\n${orders}---\n${billing}---\n`);
    const { code, stdout, stderr } = await home.dbm(['create', '-f', file, '--no-wait']);
    assert.equal(code, 0, stderr);
    assert.equal(
      stdout,
      'databasemanager.coolops.cn/orders created\ndatabasemanager.coolops.cn/billing created\n',
    );
  });

  for (const [name, text] of Object.entries({
    empty: '',
    blank: ' \n',
    comments: '# nothing\n',
    separators: '---\n---\n',
  })) {
    test(`that is ${name} is wrong usage, in one line`, async () => {
      await using home = await aHome();
      const { code, stderr } = await home.dbm('create -f -', { stdin: text });
      assert.equal(code, 2);
      assert.match(stderr, /no DatabaseManager in there, it is empty\n$/);
    });
  }

  test('with one wrong document is refused before anything is sent, with its number', async () => {
    await using home = await aHome();
    const { code, stderr } = await home.dbm('create -f -', { stdin: `${orders}---\n${pod}` });
    assert.equal(code, 2);
    assert.match(stderr, /standard input, document 2 is a Pod \(v1\), not a DatabaseManager/);
    assert.equal((await home.dbm('get -o name')).stdout, '');
  });

  test('one of whose documents the server refuses: the others are created, and the one is named', async () => {
    await using home = await aHome();
    await home.dbm('create mysql billing --no-wait');
    const { code, stdout, stderr } = await home.dbm('create -f - --no-wait', {
      stdin: `${billing}---\n${orders}`,
    });
    assert.equal(code, 1);
    assert.equal(stdout, 'databasemanager.coolops.cn/orders created\n');
    assert.match(stderr, /1 of 2 failed\n +standard input, document 1: .*"billing" exists already/);
  });

  test('in JSON, and a List, are taken as well', async () => {
    await using home = await aHome();
    const item = (name: string) => ({
      apiVersion: 'coolops.cn/v1alpha1',
      kind: 'DatabaseManager',
      metadata: { name },
      spec: {},
    });
    const list = JSON.stringify({ apiVersion: 'v1', kind: 'List', items: [item('a'), item('b')] });
    const { json } = await home.dbm('create -f - --no-wait --json', { stdin: list });
    assert.equal(listAt(json(), 'items').length, 2);
  });

  const wrong: Readonly<Record<string, readonly [text: string, message: RegExp]>> = {
    'that is not YAML': ['a: [1,\nb: {', /standard input is not valid YAML: line \d+/],
    'that is a list': ['- 1\n', /is not an object/],
    'without a kind': ['metadata: {name: x}\n', /has no kind/],
    'of another version': [orders.replace('v1alpha1', 'v1'), /write apiVersion coolops\.cn\/v1alpha1/],
    'of a kind in lower case': [
      orders.replace('DatabaseManager', 'databasemanager'),
      /and kind DatabaseManager/,
    ],
    'with an unknown field': [
      orders.replace('replicas', 'replica'),
      /spec\.replica: is not a field \(did you mean "replicas"\?\)/,
    ],
    'for another namespace than -n says': [
      orders.replace('{name: orders}', '{name: orders, namespace: a}'),
      /-n says b/,
    ],
  };
  for (const [name, [text, message]] of Object.entries(wrong)) {
    test(`${name} is wrong usage`, async () => {
      await using home = await aHome();
      const { code, stderr } = await home.dbm('create -f - -n b', { stdin: text });
      assert.equal(code, 2, stderr);
      assert.match(stderr, message);
    });
  }

  test('can be standard input only once', async () => {
    await using home = await aHome();
    assert.match((await home.dbm('create -f - -f -')).stderr, /standard input can be read only once/);
  });
});
