import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { findCondition } from '../../src/api/conditions.ts';
import { databaseManagers } from '../../src/api/database-manager.ts';
import { INSTANCE_LABEL } from '../../src/core/labels.ts';
import type { Resource } from '../../src/kube/resource.ts';
import {
  configMaps,
  deployments,
  persistentVolumeClaims,
  secrets,
  services,
} from '../../src/kube/resources.ts';
import { isNotFound } from '../../src/kube/status-error.ts';
import { withReconciler } from '../support/reconciler.ts';

const SEED = { dbtype: 'mysql', deploymentName: 'mysql', replicas: 1 } as const;

describe('the seed manifest', () => {
  test('becomes a Deployment named by deploymentName, and a database that is ready', async (t) => {
    const r = await withReconciler(t);
    await r.declare('example-mysql', SEED);
    const result = await r.until('example-mysql');
    const deployment = await r.client.get(deployments, { namespace: r.namespace, name: 'mysql' });
    assert.equal(deployment.metadata.ownerReferences?.[0]?.name, 'example-mysql');
    assert.equal(deployment.spec?.template.spec?.containers[0]?.image, 'mysql:5.7');
    assert.equal(result.reason, 'Available');
    await assert.rejects(
      r.client.get(deployments, { namespace: r.namespace, name: 'example-mysql' }),
      isNotFound,
    );
  });

  test('takes three creates and two status writes, and one event at the end', async (t) => {
    const r = await withReconciler(t);
    await r.declare('example-mysql', SEED);
    await r.until('example-mysql');
    const writes = r.takeWrites().map((write) => write.replace(/.*\//, '').replace('example-mysql', ''));
    assert.deepEqual(writes.toSorted(), ['deployments', 'secrets', 'services', 'status', 'status']);
    const events = r.takeEvents().map(({ type, reason, message }) => [type, reason, message]);
    assert.deepEqual(events, [['Normal', 'Synced', 'databasemanager synced successfully']]);
  });

  test('tells in its status what runs and where to connect', async (t) => {
    const r = await withReconciler(t);
    await r.declare('example-mysql', SEED);
    await r.until('example-mysql');
    const { status } = await r.get('example-mysql');
    const { conditions, ...facts } = status ?? {};
    assert.deepEqual(facts, {
      observedGeneration: 1,
      replicas: 1,
      readyReplicas: 1,
      updatedReplicas: 1,
      availableReplicas: 1,
      selector: `app.kubernetes.io/instance=example-mysql,app.kubernetes.io/name=mysql,${INSTANCE_LABEL}=example-mysql`,
      dbtype: 'mysql',
      version: '5.7',
      deploymentName: 'mysql',
      image: 'mysql:5.7',
      endpoint: `mysql.${r.namespace}.svc:3306`,
      credentialsSecret: 'mysql-credentials',
    });
    const said = conditions?.map(({ type, status: value }) => `${type}=${value}`);
    assert.deepEqual(said, ['Ready=True', 'Reconciling=False', 'Stalled=False']);
  });
});

for (const spec of [
  { dbtype: 'mysql', version: '8.4' },
  { dbtype: 'mariadb' },
  { dbtype: 'mariadb', version: '11.8' },
  { dbtype: 'postgres' },
  { dbtype: 'postgres', version: '18' },
] as const) {
  test(`${spec.dbtype} ${'version' in spec ? spec.version : 'of the default version'} becomes ready`, async (t) => {
    const r = await withReconciler(t);
    await r.declare('db', { ...spec, database: 'app', username: 'app', storage: { size: '1Gi' } });
    await r.until('db');
  });
}

describe('a converged instance', () => {
  test('costs no write and no event, however often it is looked at', async (t) => {
    const r = await withReconciler(t);
    await r.declare('orders', {
      config: 'a=1',
      storage: { size: '1024Mi' },
      resources: { requests: { cpu: '1000m', memory: '1024Mi' } },
    });
    await r.until('orders');
    r.takeWrites();
    r.takeEvents();
    for (let pass = 0; pass < 5; pass++) {
      assert.equal((await r.pass('orders')).outcome, 'converged');
      await r.wait(60_000);
    }
    assert.deepEqual(r.takeWrites(), []);
    assert.deepEqual(r.takeEvents(), []);
  });
});

describe('drift', () => {
  const edits: readonly (readonly [string, Resource, string, unknown, RegExp])[] = [
    [
      'replicas of the Deployment',
      deployments,
      'orders',
      { spec: { replicas: 4 } },
      /spec.replicas is 4, should be 1/,
    ],
    [
      'the selector of the Service',
      services,
      'orders',
      { spec: { selector: { [INSTANCE_LABEL]: 'other' } } },
      /spec.selector\[coolops.cn/,
    ],
    [
      'a label of the Secret',
      secrets,
      'orders-credentials',
      { metadata: { labels: { 'app.kubernetes.io/component': 'x' } } },
      /app.kubernetes.io\/component/,
    ],
  ];
  for (const [what, resource, name, edit, message] of edits) {
    test(`in ${what} is put right in one pass and told`, async (t) => {
      const r = await withReconciler(t);
      await r.declare('orders');
      await r.until('orders');
      r.takeEvents();
      await r.client.patch(
        resource,
        { namespace: r.namespace, name },
        { type: 'merge', body: edit },
        { fieldManager: 'somebody' },
      );
      const { actions } = await r.pass('orders');
      assert.equal(actions[0]?.verb, 'apply');
      const told = r.takeEvents().find(({ reason }) => reason === 'DriftRepaired');
      assert.match(told?.message ?? '', message);
      await r.until('orders');
      r.takeWrites();
      await r.pass('orders');
      // The status may still follow the Deployment's.
      assert.deepEqual(
        r.takeWrites().filter((write) => !write.endsWith('/status')),
        [],
      );
    });
  }

  test('a deleted child is made again', async (t) => {
    const r = await withReconciler(t);
    await r.declare('orders');
    await r.until('orders');
    r.takeEvents();
    await r.client.delete(services, { namespace: r.namespace, name: 'orders' });
    assert.deepEqual(
      (await r.pass('orders')).actions.map(({ verb, kind }) => [verb, kind]),
      [['create', 'Service']],
    );
    assert.deepEqual(
      r.takeEvents().map(({ reason }) => reason),
      ['DriftRepaired', 'Synced'],
    );
  });

  test('fields of others survive', async (t) => {
    const r = await withReconciler(t);
    await r.declare('orders');
    await r.until('orders');
    const key = { namespace: r.namespace, name: 'orders' };
    await r.client.patch(
      deployments,
      key,
      { type: 'merge', body: { metadata: { annotations: { theirs: 'x' } } } },
      { fieldManager: 'somebody' },
    );
    await r.change('orders', { replicas: 2 });
    await r.until('orders');
    const { metadata, spec } = await r.client.get(deployments, key);
    assert.equal(metadata.annotations?.theirs, 'x');
    assert.equal(spec?.replicas, 2);
  });
});

describe('changes of the spec', () => {
  test('scaling warns once that replicas are independent', async (t) => {
    const r = await withReconciler(t);
    await r.declare('orders');
    await r.until('orders');
    r.takeEvents();
    await r.change('orders', { replicas: 3 });
    await r.until('orders');
    assert.deepEqual(
      r.takeEvents().map(({ reason }) => reason),
      ['IndependentReplicas', 'Synced'],
    );
    await r.change('orders', { replicas: 2 });
    await r.until('orders');
    assert.deepEqual(
      r.takeEvents().map(({ reason }) => reason),
      ['Synced'],
    );
  });

  test('given-up configuration, annotations and ports are gone afterwards', async (t) => {
    const r = await withReconciler(t);
    await r.declare('orders', {
      config: 'a=1',
      service: { port: 3307, annotations: { a: 'b' } },
      pod: { annotations: { a: 'b' } },
    });
    await r.until('orders');
    await r.change('orders', { config: null, service: null, pod: null });
    await r.until('orders');
    const key = { namespace: r.namespace, name: 'orders' };
    const { spec } = await r.client.get(deployments, key);
    assert.equal(spec?.template.metadata?.annotations?.a, undefined);
    assert.equal(
      spec?.template.spec?.volumes?.some(({ name }) => name === 'config'),
      false,
    );
    const service = await r.client.get(services, key);
    assert.deepEqual(
      service.spec?.ports?.map(({ port }) => port),
      [3306],
    );
    assert.equal(service.metadata.annotations?.a, undefined);
    await assert.rejects(
      r.client.get(configMaps, { namespace: r.namespace, name: 'orders-config' }),
      isNotFound,
    );
  });

  test('the lifetime of data and passwords follows deletionPolicy, to and fro', async (t) => {
    const r = await withReconciler(t);
    await r.declare('orders', { storage: { size: '1Gi' } });
    await r.until('orders');
    const owners = async () => {
      const claim = await r.client.get(persistentVolumeClaims, {
        namespace: r.namespace,
        name: 'orders-data',
      });
      const secret = await r.client.get(secrets, { namespace: r.namespace, name: 'orders-credentials' });
      return [claim, secret].map(({ metadata }) => metadata.ownerReferences?.length ?? 0);
    };
    assert.deepEqual(await owners(), [0, 0]);
    await r.change('orders', { deletionPolicy: 'Delete' });
    await r.until('orders');
    assert.deepEqual(await owners(), [1, 1]);
    await r.change('orders', { deletionPolicy: 'Retain' });
    await r.until('orders');
    assert.deepEqual(await owners(), [0, 0]);
  });

  test('a Service is published and hidden again, and keeps its address', async (t) => {
    const r = await withReconciler(t);
    await r.declare('orders');
    await r.until('orders');
    const read = async () => (await r.client.get(services, { namespace: r.namespace, name: 'orders' })).spec;
    const before = await read();
    await r.change('orders', { service: { type: 'NodePort' } });
    await r.until('orders');
    const nodePort = (await read())?.ports?.[0]?.nodePort;
    assert.ok(nodePort !== undefined);
    await r.change('orders', { service: { type: 'NodePort', annotations: { a: 'b' } } });
    await r.until('orders');
    assert.equal((await read())?.ports?.[0]?.nodePort, nodePort);
    await r.change('orders', { service: null });
    await r.until('orders');
    const after = await read();
    assert.equal(after?.type, 'ClusterIP');
    assert.equal(after?.clusterIP, before?.clusterIP);
  });

  test('what is added to the pod reaches it, and is taken away again', async (t) => {
    const r = await withReconciler(t);
    await r.declare('orders');
    await r.until('orders');
    const tolerations = [{ key: 'db', operator: 'Exists' as const }];
    await r.change('orders', {
      pod: { labels: { team: 'a' }, tolerations },
      resources: { limits: { memory: '1Gi' } },
    });
    await r.pass('orders');
    const read = async () =>
      (await r.client.get(deployments, { namespace: r.namespace, name: 'orders' })).spec?.template;
    const added = await read();
    assert.equal(added?.metadata?.labels?.team, 'a');
    assert.deepEqual(added?.spec?.tolerations, tolerations);
    assert.equal(added?.spec?.containers[0]?.resources?.requests?.cpu, undefined);
    await r.change('orders', { pod: null, resources: null });
    await r.pass('orders');
    const removed = await read();
    assert.equal(removed?.metadata?.labels?.team, undefined);
    assert.equal(removed?.spec?.tolerations, undefined);
    assert.equal(removed?.spec?.containers[0]?.resources?.limits, undefined);
    await r.until('orders');
  });

  test('stopped takes the pods away and keeps the rest; starting brings them back', async (t) => {
    const r = await withReconciler(t);
    await r.declare('orders', { replicas: 2 });
    await r.until('orders');
    await r.change('orders', { stopped: true });
    const stopped = await r.until('orders');
    assert.equal(stopped.reason, 'Stopped');
    assert.equal((await r.get('orders')).status?.availableReplicas, 0);
    await r.change('orders', { stopped: false });
    assert.equal((await r.until('orders')).reason, 'Available');
    assert.equal((await r.get('orders')).status?.availableReplicas, 2);
  });

  test('suspend stops all writes to children, and the status tells the truth', async (t) => {
    const r = await withReconciler(t);
    await r.declare('orders');
    await r.until('orders');
    await r.change('orders', { suspend: true });
    assert.equal((await r.pass('orders')).outcome, 'suspended');
    assert.equal(findCondition((await r.get('orders')).status?.conditions, 'Ready')?.status, 'True');
    await r.change('orders', { replicas: 3 });
    await r.pass('orders');
    const ready = findCondition((await r.get('orders')).status?.conditions, 'Ready');
    assert.deepEqual([ready?.status, ready?.reason], ['False', 'Suspended']);
    assert.equal(
      (await r.client.get(deployments, { namespace: r.namespace, name: 'orders' })).spec?.replicas,
      1,
    );
    await r.change('orders', { suspend: false });
    await r.until('orders');
    assert.equal((await r.get('orders')).status?.availableReplicas, 3);
  });
});

describe('data and passwords', () => {
  test('outlive the instance and are found again by the next of its name', async (t) => {
    const r = await withReconciler(t);
    await r.declare('orders', { storage: { size: '1Gi' } });
    await r.until('orders');
    const key = { namespace: r.namespace, name: 'orders-credentials' };
    const before = await r.client.get(secrets, key);
    await r.client.delete(databaseManagers, { namespace: r.namespace, name: 'orders' });
    for (let second = 0; second < 20; second++) await r.wait(1_000);
    const claim = await r.client.get(persistentVolumeClaims, { namespace: r.namespace, name: 'orders-data' });
    await r.declare('orders', { storage: { size: '1Gi' } });
    await r.until('orders');
    assert.equal(
      (await r.client.get(persistentVolumeClaims, { namespace: r.namespace, name: 'orders-data' })).metadata
        .uid,
      claim.metadata.uid,
    );
    assert.deepEqual((await r.client.get(secrets, key)).data, before.data);
  });

  test('without the passwords no new ones are made for old data', async (t) => {
    const r = await withReconciler(t);
    await r.declare('orders', { storage: { size: '1Gi' } });
    await r.until('orders');
    await r.client.delete(secrets, { namespace: r.namespace, name: 'orders-credentials' });
    const result = await r.pass('orders');
    assert.deepEqual([result.outcome, result.reason], ['stalled', 'CredentialsLost']);
    await assert.rejects(
      r.client.get(secrets, { namespace: r.namespace, name: 'orders-credentials' }),
      isNotFound,
    );
  });

  test('a Secret of the user is used, and never written', async (t) => {
    const r = await withReconciler(t);
    await r.declare('orders', { rootPasswordSecretRef: { name: 'mine', key: 'pw' } });
    const missing = await r.pass('orders');
    assert.deepEqual([missing.outcome, missing.reason], ['stalled', 'SecretNotFound']);
    const mine = await r.client.create(secrets, {
      apiVersion: 'v1',
      kind: 'Secret',
      metadata: { name: 'mine', namespace: r.namespace },
      data: { pw: Buffer.from('their own password').toString('base64') },
    });
    await r.until('orders');
    const after = await r.client.get(secrets, { namespace: r.namespace, name: 'mine' });
    assert.equal(after.metadata.resourceVersion, mine.metadata.resourceVersion);
    const credentials = await r.client.get(secrets, { namespace: r.namespace, name: 'orders-credentials' });
    assert.equal(
      Buffer.from(credentials.data?.['root-password'] ?? '', 'base64').toString(),
      'their own password',
    );
  });
});

describe('what cannot be done', () => {
  test('an instance that does not exist is gone', async (t) => {
    const r = await withReconciler(t);
    assert.deepEqual(await r.pass('nobody'), {
      key: { namespace: r.namespace, name: 'nobody' },
      outcome: 'gone',
      actions: [],
    });
  });

  test('in a namespace that is being deleted nothing is made, and that is no error', async (t) => {
    const r = await withReconciler(t);
    await r.declare('orders');
    const reader = { ...r.client };
    const orders = await r.get('orders');
    await r.api.delete(`/api/v1/namespaces/${r.namespace}`);
    const stale = {
      ...reader,
      get: (resource: never, key: never) =>
        resource === databaseManagers ? Promise.resolve(orders) : r.client.get(resource, key),
    };
    const result = await r.pass('orders', { reader: stale as typeof r.client });
    assert.equal(result.outcome, 'gone');
    assert.deepEqual(result.actions, []);
  });

  test('an image that cannot be pulled is told by the Ready condition', async (t) => {
    const r = await withReconciler(t);
    if (r.kind === 'cluster') return;
    await r.declare('orders', { image: 'mysql:nonsense' });
    for (let second = 0; second < 20; second++) {
      await r.pass('orders');
      await r.wait(1_000);
    }
    const { conditions } = (await r.get('orders')).status ?? {};
    assert.equal(findCondition(conditions, 'Ready')?.reason, 'ImagePullBackOff');
    assert.match(
      findCondition(conditions, 'Ready')?.message ?? '',
      /pod orders-.*: image mysql:nonsense cannot be pulled/,
    );
  });
});
