/** @module dbm create */
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { aHome } from './support/dbm.ts';
import { at, listAt } from './support/fields.ts';
import { foreignSecretFor } from './support/foreign-secret.ts';

describe('dbm create', () => {
  test('sends nothing with --dry-run client, and shows the object with the current version in it', async () => {
    await using home = await aHome();
    const { code, stdout } = await home.dbm('create mariadb --dry-run client -o yaml');
    assert.equal(code, 0);
    assert.match(stdout, /version: '11\.8'/);
    assert.equal((await home.dbm('get -o name')).stdout, '');
  });

  test('has the server check the object with --dry-run server, and stores nothing', async () => {
    await using home = await aHome();
    const { code, stdout } = await home.dbm('create mysql --dry-run server');
    assert.deepEqual([code, stdout], [0, 'databasemanager.coolops.cn/mysql created (server dry run)\n']);
    assert.equal((await home.dbm('get -o name')).stdout, '');
  });

  test('turns flags into the spec', async () => {
    await using home = await aHome({ crd: false });
    const config = await home.file('my.cnf', '[mysqld]\nmax_connections=50\n');
    const line = `create mysql shop --replicas 1 --db-version 8.0 --database shop --username app --root-password-secret own/pw
      --deployment-name shop-db --config-file ${config} --cpu 250m --memory 1Gi --service-type NodePort --port 3307
      --storage 5Gi --storage-class fast --deletion-policy Delete --dry-run client --json`;
    const { json, stderr } = await home.dbm(line.replaceAll('\n', ' '));
    assert.deepEqual(at(json(), 'spec'), {
      dbtype: 'mysql',
      version: '8.0',
      replicas: 1,
      deploymentName: 'shop-db',
      database: 'shop',
      username: 'app',
      rootPasswordSecretRef: { name: 'own', key: 'pw' },
      resources: { requests: { cpu: '250m', memory: '1Gi' }, limits: { memory: '1Gi' } },
      service: { type: 'NodePort', port: 3307 },
      storage: { size: '5Gi', storageClassName: 'fast' },
      deletionPolicy: 'Delete',
      config: '[mysqld]\nmax_connections=50\n',
    });
    assert.match(stderr, /MySQL 8\.0 has had no security fixes since 2026-04/);
  });

  test('stores nothing when the Deployment of that name belongs to another instance, and names the cure', async () => {
    await using home = await aHome();
    await home.dbm('create -f examples/example-mysql.yaml');
    const { code, stderr } = await home.dbm('create mysql --replicas 2');
    assert.equal(code, 1);
    assert.match(
      stderr,
      /"mysql" was not created: Deployment "mysql" in namespace default belongs to DatabaseManager "example-mysql"/,
    );
    assert.match(stderr, /dbm create mysql NAME.*--deployment-name/);
    assert.equal((await home.dbm('get -o name')).stdout, 'databasemanager.coolops.cn/example-mysql\n');
  });

  test('takes the version from the tag of an image', async () => {
    await using home = await aHome({ crd: false });
    const { json } = await home.dbm(
      'create mysql --image registry.example/mysql:8.0.44 --dry-run client --json',
    );
    assert.equal(at(json(), 'spec.version'), '8.0.44');
  });

  test('warns that several replicas are not redundant, and that data without storage are lost', async () => {
    await using home = await aHome({ crd: false });
    const { stderr } = await home.dbm('create mysql --replicas 3 --dry-run client');
    assert.match(stderr, /3 replicas are 3 independent databases, without replication/);
    assert.match(stderr, /the data are lost when a pod ends/);
  });

  const misuses: Readonly<Record<string, RegExp>> = {
    create: /name a database type, as in "dbm create mysql"/,
    'create orders':
      /"orders" is not a database type: use mysql, mariadb, postgres, as in "dbm create mysql orders"/,
    'create mysq': /did you mean "mysql"/,
    'create postgresql': /did you mean "postgres"/,
    'create mysql -f x.yaml': /mysql and -f contradict each other/,
    'create -f x.yaml --replicas 2': /--replicas and -f contradict each other/,
    'create mysql --root-password-secret own': /must be NAME\/KEY/,
    'create mysql --storage-class fast': /needs --storage/,
    'create mysql --replicas 2 --storage 1Gi': /replicas/,
    'create mysql Bad_Name': /metadata\.name/,
    'create mysql 9lives': /metadata\.name/,
    'create mysql --memory lots': /spec\.resources/,
    'create mysql --kubeconfg x': /unknown flag "--kubeconfg" \(did you mean "--kubeconfig"\?\)/,
    'create mysql a b': /unexpected argument/,
  };
  for (const [line, message] of Object.entries(misuses)) {
    test(`refuses "${line}" with exit code 2 and sends nothing`, async () => {
      await using home = await aHome();
      const { code, stdout, stderr } = await home.dbm(line);
      assert.equal(code, 2, stderr);
      assert.match(stderr, message);
      assert.equal(stdout, '');
      assert.equal((await home.dbm('get -o name')).stdout, '');
    });
  }

  test('never shows what was given for a Secret: it may be the password', async () => {
    await using home = await aHome();
    const { code, stdout, stderr } = await home.dbm('create mysql --root-password-secret hunter2 --json');
    assert.equal(code, 2);
    assert.doesNotMatch(stdout + stderr, /hunter2/);
  });

  test('says what to do when the name is taken', async () => {
    await using home = await aHome();
    await home.dbm('create mysql --no-wait');
    const { code, stderr } = await home.dbm('create mysql');
    assert.equal(code, 1);
    assert.match(stderr, /databasemanager "mysql" exists already in namespace default: choose another name/);
  });

  test('says what to do when the namespace does not exist', async () => {
    await using home = await aHome();
    const { code, stderr } = await home.dbm('create mysql -n nowhere');
    assert.equal(code, 1);
    assert.match(stderr, /namespaces "nowhere" not found: check -n/);
  });

  test('names install-crd when the server does not know DatabaseManager', async () => {
    await using home = await aHome({ crd: false });
    const { code, json, stderr } = await home.dbm('create mysql --json');
    assert.equal(code, 1);
    assert.match(stderr, /run "dbm install-crd" first/);
    assert.equal(at(json(), 'error.reason'), 'CrdMissing');
  });

  test('ends with 3 at once when the instance can never be Ready', async () => {
    await using home = await aHome();
    await foreignSecretFor(home, 'two');
    const { code, json } = await home.dbm('create mysql two --wait --json');
    assert.equal(code, 3);
    assert.equal(at(json(), 'error.reason'), 'ResourceExists');
    assert.equal(at(json(), 'error.exitCode'), 3);
  });

  test('ends with 3 and the reason when the time is over', async () => {
    await using home = await aHome();
    const { code, stderr } = await home.dbm('create mysql --image mysql:0.0.1-none --wait --timeout 8s');
    assert.equal(code, 3);
    assert.match(stderr, /default\/mysql is not ready after 8s/);
  });

  test('creates what another dbm printed', async () => {
    await using home = await aHome();
    await home.dbm('create mysql --no-wait');
    const { stdout } = await home.dbm('get -o yaml');
    await home.dbm('delete mysql');
    const again = await home.dbm('create -f - --no-wait --json', { stdin: stdout });
    assert.equal(again.code, 0, again.stderr);
    assert.equal(at(again.json(), 'metadata.name'), 'mysql');
  });

  test('reads all manifests of a folder', async () => {
    await using home = await aHome();
    await home.file('b.yaml', manifest('b'));
    await home.file('a.json', JSON.stringify({ ...HEAD, metadata: { name: 'a' }, spec: {} }));
    await home.file('notes.txt', 'not: [a manifest');
    const { json, code } = await home.dbm(['create', '-f', home.path, '--no-wait', '--json']);
    assert.equal(code, 0);
    assert.deepEqual(
      listAt(json(), 'items').map((item) => at(item, 'metadata.name')),
      ['a', 'b'],
    );
  });
});

const HEAD = { apiVersion: 'coolops.cn/v1alpha1', kind: 'DatabaseManager' };

function manifest(name: string): string {
  return `apiVersion: coolops.cn/v1alpha1\nkind: DatabaseManager\nmetadata: {name: ${name}}\nspec: {}\n`;
}
