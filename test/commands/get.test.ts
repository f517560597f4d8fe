/** @module dbm get */
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { aHome, type Home } from './support/dbm.ts';
import { at, listAt } from './support/fields.ts';

describe('dbm get', () => {
  let home: Home;
  before(async () => {
    home = await aHome();
    await home.dbm('create mysql orders --no-wait');
    await home.dbm('create postgres billing --no-wait');
  });
  after(() => home[Symbol.asyncDispose]());

  test('lists in the order of names, by any of its names', async () => {
    for (const name of ['get', 'list', 'ls']) {
      const { stdout } = await home.dbm(`${name} --no-headers`);
      assert.deepEqual(
        stdout
          .trim()
          .split('\n')
          .map((line) => line.split(' ')[0]),
        ['billing', 'orders'],
      );
    }
  });

  test('shows image, endpoint and Deployment when wide, and the namespace with -A', async () => {
    const { stdout } = await home.dbm('get -A -o wide');
    assert.match(stdout, /^NAMESPACE +NAME .* AGE +IMAGE +ENDPOINT +DEPLOYMENT\n/);
    assert.match(
      stdout,
      /default +billing +postgres +18 .* postgres:18 +billing\.default\.svc:5432 +billing\n/,
    );
  });

  test('prints one object for one name, a List for several or none, without managedFields', async () => {
    const one = (await home.dbm('get orders -o json')).json();
    assert.equal(at(one, 'kind'), 'DatabaseManager');
    assert.equal(at(one, 'metadata.managedFields'), undefined);
    const several = (await home.dbm('get orders billing --json')).json();
    assert.equal(at(several, 'kind'), 'List');
    assert.equal(listAt((await home.dbm('get --json')).json(), 'items').length, 2);
  });

  test('prints names, and YAML', async () => {
    const names = await home.dbm('get -o name');
    assert.equal(names.stdout, 'databasemanager.coolops.cn/billing\ndatabasemanager.coolops.cn/orders\n');
    assert.match(
      (await home.dbm('get orders -o yaml')).stdout,
      /^apiVersion: coolops\.cn\/v1alpha1\nkind: DatabaseManager\n/,
    );
  });

  test('suggests the nearest name for one that does not exist, and still shows the others', async () => {
    const { code, stdout, stderr } = await home.dbm('get ordres billing --no-headers');
    assert.equal(code, 1);
    assert.match(stdout, /^billing /);
    assert.match(
      stderr,
      /databasemanager "ordres" does not exist in namespace default \(did you mean "orders"\?\)/,
    );
    const document = (await home.dbm('get ordres billing --json')).json();
    assert.equal(at(document, 'error.reason'), 'NotFound');
    assert.equal(at(document, 'items.0.metadata.name'), 'billing');
  });

  test('says on stderr when there is nothing, and prints an empty list as a document', async () => {
    const { code, stdout, stderr } = await home.dbm('get -l none=such');
    assert.deepEqual([code, stdout], [0, '']);
    assert.match(stderr, /No databases found in default namespace\./);
    const document = (await home.dbm('get -l none=such --json')).json();
    assert.deepEqual(listAt(document, 'items'), []);
  });

  for (const line of [
    'get orders -A',
    'get orders -l a=b',
    'get -w --json',
    'get --json -o yaml',
    'get -o csv',
  ]) {
    test(`refuses the contradiction "${line}"`, async () => {
      const { code, stderr } = await home.dbm(line);
      assert.equal(code, 2);
      assert.match(stderr, /error: /);
    });
  }

  test('follows changes until it is stopped, in lines that stay in their columns', async () => {
    const stop = new AbortController();
    let shown = '';
    const begun = Promise.withResolvers<void>();
    const onStdout = (text: string) => {
      shown += text;
      if (/^orders /m.test(shown)) begun.resolve();
      if (/^orders +\S+ +\S+ +2 /m.test(shown)) stop.abort(new Error('enough'));
    };
    const watching = home.dbm('get -w', {
      signal: AbortSignal.any([stop.signal, AbortSignal.timeout(20_000)]),
      onStdout,
    });
    await begun.promise;
    await home.dbm('scale orders --replicas 2 --no-wait');
    const { stdout } = await watching;
    const lines = stdout.trimEnd().split('\n');
    assert.ok(lines.length > 3, stdout);
    assert.equal(lines.filter((line) => line.startsWith('NAME')).length, 1);
    const column = lines[0]?.indexOf('DESIRED');
    assert.ok(
      lines.some((line) => line.startsWith('orders') && line.charAt(column ?? 0) === '2'),
      stdout,
    );
  });
});
