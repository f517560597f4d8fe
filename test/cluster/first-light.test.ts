/** @module The main job on a real API server, through the program as it is shipped. */
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { describe, type TestContext, test } from 'node:test';
import { crds, eventually, items, ok } from '../conformance/ground.ts';
import { type Answer, valueAt } from '../support/api.ts';
import { runPods } from '../support/kubelet.ts';
import { projectRoot } from '../support/modules.ts';
import { type Program, program, succeeded } from '../support/program.ts';
import { type TestServer, withServer } from '../support/server.ts';

const TYPE = { apiVersion: 'coolops.cn/v1alpha1', kind: 'DatabaseManager' };
const CRD = `${crds}/databasemanagers.coolops.cn`;

describe('the CRD', () => {
  test('is the same object by kubectl apply -f crd/ and by dbm install-crd', async (t) => {
    const server = await withServer(t);
    const { dbm } = await program(t, server);
    await removeCrd(server);
    kubectl(server, 'apply', ...(server.supports.cel ? [] : ['--validate=false']), '-f', 'crd/');
    const byKubectl = await established(server);
    await removeCrd(server);
    assert.match(succeeded(await dbm('install-crd')).stdout, /databasemanagers\.coolops\.cn created/);
    const byDbm = await established(server);
    assert.deepEqual(byDbm.at('spec'), byKubectl.at('spec'));
    assert.deepEqual(byDbm.at('metadata.labels'), byKubectl.at('metadata.labels'));
    assert.deepEqual(byDbm.at('status.acceptedNames'), byKubectl.at('status.acceptedNames'));
  });

  test('is installed any number of times, also three at once, and the instances stay (C50)', async (t) => {
    const server = await withServer(t);
    const { dbm } = await program(t, server);
    succeeded(await dbm('install-crd'));
    succeeded(await dbm(`create mysql kept -n ${server.namespace} --no-wait`));
    assert.match(succeeded(await dbm('install-crd')).stdout, /unchanged/);
    const before = ok(await server.api.get(CRD)).at('metadata.generation');
    for (const ended of await Promise.all(['', '', ''].map(() => dbm('install-crd')))) succeeded(ended);
    assert.equal(ok(await server.api.get(CRD)).at('metadata.generation'), before);
    ok(await server.api.get(managers(server, 'kept')));
  });

  test('just installed is served: create works at once (C51)', async (t) => {
    const server = await withServer(t);
    const { dbm } = await program(t, server);
    for (let n = 0; n < 3; n++) {
      await removeCrd(server);
      succeeded(await dbm('install-crd'));
      succeeded(await dbm(`create mysql -n ${server.namespace} --no-wait`));
    }
  });
});

describe('the main job', () => {
  test('runs: install-crd, create mysql --replicas 2, reconcile --once, controller --watch', async (t) => {
    const server = await installed(t);
    const { dbm, start, namespace } = server;
    succeeded(await dbm(`create mysql --replicas 2 --no-wait -n ${namespace}`));
    succeeded(await dbm(`reconcile --once -n ${namespace}`));
    const deployment = await get(server, 'mysql');
    assert.equal(deployment.at('spec.replicas'), 2);
    assert.equal(deployment.at('metadata.ownerReferences.0.kind'), 'DatabaseManager');
    assert.equal(deployment.at('metadata.ownerReferences.0.controller'), true);

    const controller = start(`controller --watch --namespace ${namespace}`);
    await controller.says(/workers/i);
    ok(await server.api.patch(managers(server, 'mysql'), 'merge', { spec: { replicas: 3 } }));
    await eventually(
      () => get(server, 'mysql'),
      (answer) => answer.at('spec.replicas') === 3,
    );
    ok(await server.api.delete(deploymentPath(server, 'mysql')));
    await eventually(
      () => server.api.get(deploymentPath(server, 'mysql')),
      (answer) => answer.status === 200 && answer.at('metadata.uid') !== deployment.at('metadata.uid'),
    );
    const { code, stderr } = await controller.stop('SIGTERM');
    assert.equal(code, 0, stderr);
  });

  test('makes of the seed manifest, unchanged, a Deployment named mysql with a root password', async (t) => {
    const server = await installed(t);
    kubectl(server, 'apply', '-n', server.namespace, '-f', 'examples/example-mysql.yaml');
    succeeded(await server.dbm(`reconcile --once -n ${server.namespace}`));
    const list = items(ok(await server.api.get(deploymentPath(server))));
    assert.deepEqual(
      list.map((one) => valueAt(one, 'metadata.name')),
      ['mysql'],
    );
    const env = valueAt(list[0], 'spec.template.spec.containers.0.env') as { name: string }[];
    assert.ok(env.some(({ name }) => name.startsWith('MYSQL_ROOT_PASSWORD')));
    assert.equal(valueAt(list[0], 'spec.template.spec.containers.0.image'), 'mysql:5.7');
  });

  test('gives two instances in one namespace selectors of which neither contains the other (C40)', async (t) => {
    const server = await installed(t);
    for (const name of ['left', 'right'])
      succeeded(await server.dbm(`create mysql ${name} --no-wait -n ${server.namespace}`));
    const selector = async (name: string) =>
      (await get(server, name)).at('spec.selector.matchLabels') as Record<string, string>;
    const [left, right] = [await selector('left'), await selector('right')];
    const contains = (outer: Record<string, string>, inner: Record<string, string>) =>
      Object.entries(inner).every(([key, value]) => outer[key] === value);
    assert.ok(!contains(left, right) && !contains(right, left), JSON.stringify([left, right]));
  });

  test('writes the availableReplicas of the Deployment into status, and says so when it may not (C52)', async (t) => {
    const server = await installed(t);
    if (!server.hasControllers) return;
    const { dbm, namespace } = server;
    succeeded(await dbm(`create mysql orders --replicas 2 --no-wait -n ${namespace}`));
    await runPods(server, namespace, {
      done: async () => (await get(server, 'orders')).at('status.availableReplicas') === 2,
    });
    succeeded(await dbm(`reconcile --wait --timeout 15s -n ${namespace}`));
    assert.equal(ok(await server.api.get(managers(server, 'orders'))).at('status.availableReplicas'), 2);

    await allowAllButStatus(server, 'someone');
    ok(await server.api.patch(managers(server, 'orders'), 'merge', { spec: { replicas: 1 } }));
    const refused = await dbm(`reconcile --once -n ${namespace} --as someone`);
    assert.notEqual(refused.code, 0);
    assert.match(
      refused.stdout + refused.stderr,
      /databasemanagers\/status|status.*forbidden|forbidden.*status/i,
    );
  });

  test('does not take the pods of the last rollout for those of this one (C55)', async (t) => {
    const server = await installed(t);
    if (!server.hasControllers) return;
    const { dbm, namespace } = server;
    succeeded(await dbm(`create mysql orders --db-version 8.0 --no-wait -n ${namespace}`));
    const available = async () => (await get(server, 'orders')).at('status.availableReplicas') === 1;
    await runPods(server, namespace, { done: available });
    succeeded(await dbm(`reconcile --wait --timeout 15s -n ${namespace}`));
    ok(await server.api.patch(managers(server, 'orders'), 'merge', { spec: { version: '8.4' } }));
    const ended = await dbm(`reconcile --wait --timeout 3s -n ${namespace}`);
    assert.equal(ended.code, 3, ended.stderr);
    const conditions = ok(await server.api.get(managers(server, 'orders'))).at('status.conditions');
    const ready = (conditions as { type: string; status: string }[]).find(({ type }) => type === 'Ready');
    assert.equal(ready?.status, 'False');
  });

  test('leaves a Deployment alone that it does not own, and says so by event and condition (C42)', async (t) => {
    const server = await installed(t);
    const template = {
      metadata: { labels: { a: 'b' } },
      spec: { containers: [{ name: 'c', image: 'mysql:8.4' }] },
    };
    const foreign = {
      metadata: { name: 'orders' },
      spec: { replicas: 0, selector: { matchLabels: { a: 'b' } }, template },
    };
    ok(await server.api.post(deploymentPath(server), foreign), 201);
    const before = await get(server, 'orders');
    const refused = await server.dbm(`create mysql orders --no-wait -n ${server.namespace}`);
    assert.match(refused.stderr, /"orders" was not created: Deployment "orders" .* is not managed by dbm/);
    ok(await server.api.post(managers(server), { ...TYPE, metadata: { name: 'orders' }, spec: {} }), 201);
    const ended = await server.dbm(`reconcile --once orders -n ${server.namespace}`);
    assert.equal(ended.code, 3, ended.stderr);
    assert.match(ended.stderr, /already exists and is not managed by DatabaseManager/);
    assert.deepEqual((await get(server, 'orders')).at('spec'), before.at('spec'));
    const found = await eventually(
      () => server.api.get(`/api/v1/namespaces/${server.namespace}/events`),
      (answer) => items(answer).some((event) => valueAt(event, 'reason') === 'ErrResourceExists'),
    );
    const event = items(found).find((one) => valueAt(one, 'reason') === 'ErrResourceExists');
    assert.equal(valueAt(event, 'type'), 'Warning');
    assert.equal(
      valueAt(event, 'message'),
      'Resource "orders" already exists and is not managed by DatabaseManager',
    );
  });

  test('deletes an instance with all its children but what it retains', async (t) => {
    const server = await installed(t);
    if (!server.hasControllers) return;
    const { dbm, namespace } = server;
    succeeded(await dbm(`create mysql orders --no-wait -n ${namespace}`));
    succeeded(await dbm(`delete orders --yes -n ${namespace}`));
    await eventually(
      () => server.api.get(deploymentPath(server, 'orders')),
      ({ status }) => status === 404,
    );
    assert.equal((await server.api.get(managers(server, 'orders'))).status, 404);
  });
});

test('a controller that starts before the CRD waits for it', async (t) => {
  const server = await withServer(t);
  const { dbm, start } = await program(t, server);
  await removeCrd(server);
  const controller = start(`controller --watch --namespace ${server.namespace}`);
  await controller.says(/\S/);
  succeeded(await dbm('install-crd'));
  const spec = { dbtype: 'mysql', replicas: 1 };
  const instance = {
    apiVersion: 'coolops.cn/v1alpha1',
    kind: 'DatabaseManager',
    metadata: { name: 'late' },
    spec,
  };
  ok(await server.api.post(managers(server), instance), 201);
  await eventually(
    () => server.api.get(deploymentPath(server, 'late')),
    ({ status }) => status === 200,
  );
  assert.equal((await controller.stop('SIGINT')).code, 0);
});

interface Installed extends TestServer, Program {}

async function installed(t: TestContext): Promise<Installed> {
  const server = await withServer(t);
  const run = await program(t, server);
  succeeded(await run.dbm('install-crd'));
  return { ...server, ...run };
}

async function removeCrd({ api }: TestServer): Promise<void> {
  await api.delete(CRD);
  await eventually(
    () => api.get(CRD),
    ({ status }) => status === 404,
  );
}

function established({ api }: TestServer): Promise<Answer> {
  return eventually(
    () => api.get(CRD),
    (answer) =>
      ((answer.at('status.conditions') ?? []) as { type: string; status: string }[]).some(
        ({ type, status }) => type === 'Established' && status === 'True',
      ),
  );
}

/** A role with all rights in the namespace but those on databasemanagers/status. */
async function allowAllButStatus({ api, namespace }: TestServer, user: string): Promise<void> {
  const rbac = `/apis/rbac.authorization.k8s.io/v1/namespaces/${namespace}`;
  const verbs = ['get', 'list', 'watch', 'create', 'update', 'patch', 'delete'];
  const resources = [
    'deployments',
    'services',
    'secrets',
    'configmaps',
    'persistentvolumeclaims',
    'events',
    'pods',
    'replicasets',
    'databasemanagers',
  ];
  const role = { metadata: { name: user }, rules: [{ apiGroups: ['*'], resources, verbs }] };
  ok(await api.post(`${rbac}/roles`, role), 201);
  const subjects = [{ kind: 'User', apiGroup: 'rbac.authorization.k8s.io', name: user }];
  const roleRef = { kind: 'Role', apiGroup: 'rbac.authorization.k8s.io', name: user };
  ok(await api.post(`${rbac}/rolebindings`, { metadata: { name: user }, subjects, roleRef }), 201);
}

function managers({ namespace }: TestServer, name?: string): string {
  return [`/apis/coolops.cn/v1alpha1/namespaces/${namespace}/databasemanagers`, name]
    .filter((part) => part !== undefined)
    .join('/');
}

function deploymentPath({ namespace }: TestServer, name?: string): string {
  return [`/apis/apps/v1/namespaces/${namespace}/deployments`, name]
    .filter((part) => part !== undefined)
    .join('/');
}

async function get(server: TestServer, deployment: string): Promise<Answer> {
  return ok(await server.api.get(deploymentPath(server, deployment)));
}

function kubectl(server: TestServer, ...args: readonly string[]): void {
  const own = join(process.env.KUBEBUILDER_ASSETS ?? '', 'kubectl');
  const command = existsSync(own) ? own : 'kubectl';
  const { status, stderr, error } = spawnSync(command, ['--kubeconfig', server.kubeconfig ?? '', ...args], {
    cwd: projectRoot,
    encoding: 'utf8',
  });
  assert.equal(status, 0, `kubectl ${args.join(' ')}: ${stderr ?? error}`);
}
