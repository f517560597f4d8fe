/** @module The package as programs import it, by its name. Needs `npm run build`. */
import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, test } from 'node:test';
import { promisify } from 'node:util';
import { projectRoot } from './support/modules.ts';

const NAME: string = 'database-manager-controller';
const dbm = (await import(NAME)) as typeof import('../src/index.ts');

const CONSUMER = `
import { createClient, databaseManagersIn, openSandbox, type DatabaseManager } from '${NAME}';
const sandbox = openSandbox({ file: ':memory:' });
const managers = databaseManagersIn(createClient(sandbox.transport()), 'default');
const orders: DatabaseManager = await managers.get('orders');
const replicas: number | undefined = orders.spec.replicas;
// @ts-expect-error: the engines are known
const oracle: DatabaseManager = { ...orders, spec: { dbtype: 'oracle' } };
export { oracle, replicas };
`;

describe('the package', () => {
  test('runs a whole life of an instance in a program, on the sandbox', async () => {
    const sandbox = dbm.openSandbox({ file: ':memory:' });
    try {
      const client = dbm.createClient(sandbox.transport());
      await client.apply(dbm.customResourceDefinitions, dbm.databaseManagerCrd());
      const managers = dbm.databaseManagersIn(client, 'default');
      const { API_VERSION: apiVersion, KIND: kind } = dbm;
      await managers.create({ apiVersion, kind, metadata: { name: 'orders' }, spec: { replicas: 2 } });
      const result = await dbm.reconcile(
        { namespace: 'default', name: 'orders' },
        {
          reader: client,
          live: client,
          writer: client,
          record: () => {},
          now: Date.now,
          secrets: dbm.createSecretSource(),
        },
      );
      assert.equal(result.outcome, 'progressing', result.message);
      const deployment = await client.get(dbm.deployments, { namespace: 'default', name: 'orders' });
      assert.equal(deployment.spec?.replicas, 2);
      await managers.delete('orders');
      await assert.rejects(managers.get('orders'), dbm.isNotFound);
    } finally {
      await sandbox.close();
    }
  });

  test('runs the controller in a program until it is told to stop', { timeout: 30_000 }, async () => {
    const sandbox = dbm.openSandbox({ file: ':memory:' });
    const client = dbm.createClient(sandbox.transport());
    await client.apply(dbm.customResourceDefinitions, dbm.databaseManagerCrd());
    const logger = dbm.createLogger({ format: 'json', stream: { write: () => {} } });
    const stop = new AbortController();
    await dbm.runController({ client, logger, signal: stop.signal, onReady: () => stop.abort() });
    await sandbox.close();
  });

  test('finds a server by a kubeconfig', async () => {
    const kubeconfig = await dbm.loadKubeconfig({ env: { HOME: '/nowhere' } });
    assert.equal(kubeconfig, undefined);
    const target = dbm.resolveTarget(kubeconfig, { server: 'http://127.0.0.1:1' });
    const client = dbm.createClient(dbm.createNetworkTransport(target));
    await assert.rejects(client.raw('/version'), dbm.ConnectionError);
    await client.close();
  });

  test('exports these names, and takes none of them away', () => {
    assert.deepEqual(Object.keys(dbm).sort(), [
      'API_VERSION',
      'ConnectionError',
      'KIND',
      'KubeconfigError',
      'StatusError',
      'conditionTypes',
      'configMaps',
      'coreEvents',
      'createClient',
      'createLogger',
      'createNetworkTransport',
      'createSecretSource',
      'customResourceDefinitions',
      'databaseManagerCrd',
      'databaseManagers',
      'databaseManagersIn',
      'deployments',
      'describeFieldError',
      'events',
      'findCondition',
      'inClusterTarget',
      'isAlreadyExists',
      'isConflict',
      'isExpired',
      'isForbidden',
      'isInvalid',
      'isNamespaceTerminating',
      'isNotFound',
      'isUnauthorized',
      'leases',
      'listAll',
      'loadKubeconfig',
      'namespaces',
      'openSandbox',
      'persistentVolumeClaims',
      'pods',
      'reconcile',
      'replicaSets',
      'resolveTarget',
      'runController',
      'secrets',
      'services',
      'setCondition',
      'systemClock',
      'validateDatabaseManager',
      'withDefaults',
      'withoutValidationRules',
    ]);
  });

  test('brings its types: a program that misuses them does not compile', async (t) => {
    const folder = await mkdtemp(join(tmpdir(), 'dbm-consumer-'));
    t.after(() => rm(folder, { recursive: true }));
    await mkdir(join(folder, 'node_modules'));
    await symlink(projectRoot, join(folder, 'node_modules', NAME));
    await writeFile(join(folder, 'package.json'), '{"type":"module"}');
    await writeFile(join(folder, 'consumer.ts'), CONSUMER);
    const tsc = join(projectRoot, 'node_modules', '.bin', 'tsc');
    const options = '--noEmit --strict --skipLibCheck --module nodenext --target es2024 --types'.split(' ');
    await promisify(execFile)(tsc, [...options, '', 'consumer.ts'], { cwd: folder }).catch(
      ({ stdout }: { stdout: string }) => assert.fail(stdout),
    );
  });
});
