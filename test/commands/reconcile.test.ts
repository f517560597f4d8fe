/** @module dbm reconcile */
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { deployments } from '../../src/kube/resources.ts';
import { aHome } from './support/dbm.ts';
import { at, listAt } from './support/fields.ts';

describe('dbm reconcile', () => {
  test('ends with 0 while databases start, and with --wait when they are Ready', async () => {
    await using home = await aHome();
    await home.dbm('create mysql late --image mysql:0.0.1-none --no-wait');
    const once = await home.dbm('reconcile --once');
    assert.equal(once.code, 0);
    assert.match(once.stdout, /^NAME +OUTCOME +CHANGES +MESSAGE\nlate +progressing +none /);
    await home.dbm('delete late');
    await home.dbm('create mysql --no-wait');
    const waited = await home.dbm('reconcile --wait --timeout 60s --json');
    assert.equal(waited.code, 0, waited.stderr);
    assert.equal(at(waited.json(), 'instances.0.outcome'), 'converged');
    assert.equal(at(waited.json(), 'summary.converged'), 1);
  });

  test('ends with 3 when not all are Ready in time', async () => {
    await using home = await aHome();
    await home.dbm('create mysql --image mysql:0.0.1-none --no-wait');
    const { code, json } = await home.dbm('reconcile --wait --timeout 5s --json');
    assert.equal(code, 3);
    assert.equal(at(json(), 'error.reason'), 'NotConverged');
    assert.equal(at(json(), 'instances.0.outcome'), 'progressing');
  });

  test('shows a plan without carrying it out, and masks secrets', async () => {
    await using home = await aHome();
    await home.dbm('create mysql --no-wait');
    const key = { namespace: 'default', name: 'mysql' };
    await home.sandbox((client) => client.delete(deployments, key));
    const { code, stdout } = await home.dbm('reconcile --dry-run');
    assert.deepEqual([code, stdout], [0, 'default/mysql:\n  create Deployment mysql\n']);
    const { json } = await home.dbm('reconcile --dry-run --json');
    assert.deepEqual(
      listAt(json(), 'instances.0.actions').map((action) => [at(action, 'verb'), at(action, 'kind')]),
      [['create', 'Deployment']],
    );
    assert.equal((await home.dbm('reconcile --dry-run --detailed-exitcode')).code, 10);
  });

  test('tells by its exit code whether anything was changed', async () => {
    await using home = await aHome();
    await home.dbm('create mysql --wait --timeout 60s');
    assert.equal((await home.dbm('reconcile --detailed-exitcode')).code, 0);
    const key = { namespace: 'default', name: 'mysql' };
    const labels = { 'app.kubernetes.io/managed-by': 'somebody' };
    await home.sandbox((client) =>
      client.patch(deployments, key, { type: 'merge', body: { metadata: { labels } } }),
    );
    const { code, stderr } = await home.dbm('reconcile --detailed-exitcode');
    assert.equal(code, 10, stderr);
  });

  test('works on the named ones only, or on all namespaces', async () => {
    await using home = await aHome();
    await home.dbm('create mysql a --no-wait');
    await home.dbm('create mysql b --no-wait');
    const one = await home.dbm('reconcile a --json');
    assert.deepEqual(
      listAt(one.json(), 'instances').map((each) => at(each, 'name')),
      ['a'],
    );
    const all = await home.dbm('reconcile -A');
    assert.match(all.stdout, /^NAMESPACE +NAME .*\ndefault +a .*\ndefault +b /);
  });

  test('says when there is nothing to do', async () => {
    await using home = await aHome();
    const { code, stdout, stderr } = await home.dbm('reconcile');
    assert.deepEqual([code, stdout], [0, '']);
    assert.match(stderr, /No databases found in default namespace\./);
  });

  test('names what does not exist, and still does the others', async () => {
    await using home = await aHome();
    await home.dbm('create mysql a --no-wait');
    const { code, json } = await home.dbm('reconcile a nope --json');
    assert.equal(code, 1);
    assert.deepEqual(
      listAt(json(), 'instances').map((each) => [at(each, 'name'), at(each, 'reason') === 'NotFound']),
      [
        ['a', false],
        ['nope', true],
      ],
    );
  });
});
