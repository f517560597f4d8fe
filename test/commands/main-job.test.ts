/** @module The main job on the embedded default, one command after the other. */
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { deployments } from '../../src/kube/resources.ts';
import { aHome } from './support/dbm.ts';
import { at, listAt } from './support/fields.ts';

const SEED = 'examples/example-mysql.yaml';

describe('with nothing configured, dbm', () => {
  test('installs, creates, shows, scales, repairs and deletes, and nothing is left', async () => {
    await using home = await aHome({ crd: false });
    const installed = await home.dbm('install-crd');
    assert.equal(
      installed.stdout,
      'customresourcedefinition.apiextensions.k8s.io/databasemanagers.coolops.cn created\n',
    );
    assert.match(installed.stderr, /^No cluster configured: using the sandbox ~\/sandbox\.db\n$/);

    const created = await home.dbm('create mysql orders --replicas 2 --wait --timeout 30s');
    assert.equal(created.code, 0, created.stderr);
    assert.match(created.stderr, /orders is ready at orders\.default\.svc:3306/);

    const shown = (await home.dbm('get')).stdout.split('\n');
    assert.match(shown[0] ?? '', /^NAME +TYPE +VERSION +DESIRED +AVAILABLE +READY +STATUS +AGE$/);
    assert.match(shown[1] ?? '', /^orders +mysql +8\.4 +2 +2 +True +Available +\d+s$/);

    const scaled = await home.dbm('scale orders --replicas 3 --wait --timeout 30s');
    assert.equal(scaled.stdout, 'databasemanager.coolops.cn/orders scaled\n');
    assert.equal(scaled.code, 0, scaled.stderr);

    const key = { namespace: 'default', name: 'orders' };
    await home.sandbox((client) =>
      client.patch(deployments, key, { type: 'merge', body: { spec: { replicas: 7 } } }),
    );
    const planned = await home.dbm('reconcile --dry-run');
    assert.match(planned.stdout, /apply Deployment orders\n +spec\.replicas is 7, should be 3/);
    const untouched = await home.sandbox((client) => client.get(deployments, key));
    assert.equal(untouched.spec?.replicas, 7);
    const repaired = await home.dbm('reconcile --wait --timeout 30s');
    assert.equal(repaired.code, 0, repaired.stderr);
    const deployment = await home.sandbox((client) => client.get(deployments, key));
    assert.equal(deployment.spec?.replicas, 3);

    const deleted = await home.dbm('delete orders --timeout 30s');
    assert.equal(deleted.code, 0, deleted.stderr);
    assert.equal(deleted.stdout, 'databasemanager.coolops.cn/orders deleted\n');
    const objects = at((await home.dbm('sandbox status --json')).json(), 'objects');
    for (const kind of ['DatabaseManager', 'Deployment', 'ReplicaSet', 'Pod', 'Service', 'Secret']) {
      assert.equal(at(objects, kind), undefined, `${kind} is left`);
    }
  });

  test('makes a Deployment of the name that the seed manifest gives', async () => {
    await using home = await aHome();
    assert.equal((await home.dbm(`create -f ${SEED} --wait --timeout 30s`)).code, 0);
    const { items } = await home.sandbox((client) => client.list(deployments));
    assert.deepEqual(
      items.map(({ metadata }) => metadata.name),
      ['mysql'],
    );
    const [container] = items[0]?.spec?.template.spec?.containers ?? [];
    assert.ok(container?.env?.some(({ name }) => name.startsWith('MYSQL_ROOT_PASSWORD')));
  });

  test('writes nothing in a second pass', async () => {
    await using home = await aHome();
    await home.dbm('create mysql --wait --timeout 30s');
    const before = await home.sandbox((client) => client.list(deployments));
    const { code, json } = await home.dbm('reconcile --once --json');
    const after = await home.sandbox((client) => client.list(deployments));
    assert.equal(code, 0);
    assert.deepEqual(listAt(json(), 'instances.0.actions'), []);
    assert.equal(after.items[0]?.metadata.resourceVersion, before.items[0]?.metadata.resourceVersion);
  });
});
