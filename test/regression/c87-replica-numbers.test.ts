/** @module C87: numbers of replicas were parsed loosely. */
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { aHome } from '../commands/support/dbm.ts';
import { at } from '../commands/support/fields.ts';

const manifest = (replicas: string) => `apiVersion: coolops.cn/v1alpha1
kind: DatabaseManager
metadata: {name: orders}
spec: {dbtype: mysql, replicas: ${replicas}}
`;

describe('a number of replicas', () => {
  const wrong = ['0', '11', '-1', '1.5', '1e1', '08', '0x5', '+3', '3abc', ''];

  test('on the command line is a plain number from 1 to 10, or wrong usage with nothing sent', async () => {
    await using home = await aHome();
    for (const value of wrong) {
      for (const command of [
        ['create', 'mysql'],
        ['scale', 'mysql'],
      ]) {
        const { code, stderr } = await home.dbm([...command, `--replicas=${value}`]);
        assert.equal(code, 2, `${command.join(' ')} --replicas=${value}: ${stderr}`);
        assert.match(stderr, /--replicas/);
      }
    }
    assert.equal((await home.dbm('get -o name')).stdout, '');
  });

  test('in a manifest is refused as text, out of bounds and in halves, with the field named', async () => {
    await using home = await aHome();
    for (const value of [
      ...wrong.map((text) => `"${text}"`),
      '"3"',
      '0',
      '11',
      '-1',
      '1.5',
      '3abc',
      '2147483648',
      'true',
      '[2]',
    ]) {
      const { code, json } = await home.dbm('create -f - --json', { stdin: manifest(value) });
      assert.equal(code, 2, value);
      assert.equal(at(json(), 'error.causes.0.field'), 'spec.replicas', value);
    }
    assert.equal((await home.dbm('get -o name')).stdout, '');
  });

  test('in a manifest is what YAML says it is: 3.0 and 1e1 are integers, as kubectl takes them', async () => {
    await using home = await aHome();
    for (const [value, replicas] of [
      ['3', 3],
      ['3.0', 3],
      ['1e1', 10],
    ] as const) {
      const { code, json } = await home.dbm('create -f - --dry-run server --json', {
        stdin: manifest(value),
      });
      assert.equal(code, 0, value);
      assert.equal(at(json(), 'spec.replicas'), replicas);
    }
  });
});
