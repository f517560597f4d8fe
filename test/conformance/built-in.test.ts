/** @module The built-in kinds that dbm uses: their defaults, their rules. */
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { ground, ok, refused } from './ground.ts';

describe('a Secret', () => {
  test('takes stringData into data and does not show it again', async (t) => {
    const { api, path } = await ground(t);
    const body = { metadata: { name: 's' }, data: { a: 'b2xk', b: 'Yg==' }, stringData: { a: 'new' } };
    const made = ok(await api.post(path('v1', 'secrets'), body), 201);
    assert.deepEqual(made.at('data'), { a: 'bmV3', b: 'Yg==' });
    assert.equal(made.at('stringData'), undefined);
    assert.equal(made.at('type'), 'Opaque');
  });

  test('takes stringData by a merge patch', async (t) => {
    const { api, path } = await ground(t);
    ok(await api.post(path('v1', 'secrets'), { metadata: { name: 's' }, data: { a: 'YQ==' } }), 201);
    const patched = ok(await api.patch(path('v1', 'secrets', 's'), 'merge', { stringData: { b: 'b' } }));
    assert.deepEqual(patched.at('data'), { a: 'YQ==', b: 'Yg==' });
  });

  test('keeps its type', async (t) => {
    const { api, path } = await ground(t);
    ok(await api.post(path('v1', 'secrets'), { metadata: { name: 's' } }), 201);
    const answer = await api.patch(path('v1', 'secrets', 's'), 'merge', { type: 'example.test/other' });
    refused(answer, { code: 422, reason: 'Invalid', fields: ['type'] });
  });

  test('that is immutable keeps its data', async (t) => {
    const { api, path } = await ground(t);
    ok(
      await api.post(path('v1', 'secrets'), {
        metadata: { name: 's' },
        immutable: true,
        data: { a: 'YQ==' },
      }),
      201,
    );
    const answer = await api.patch(path('v1', 'secrets', 's'), 'merge', { data: { a: 'Yg==' } });
    refused(answer, { code: 422, reason: 'Invalid', fields: ['data'] });
  });

  test('with data that is not base64 is refused', async (t) => {
    const { api, path } = await ground(t);
    refused(await api.post(path('v1', 'secrets'), { metadata: { name: 's' }, data: { a: '!' } }), {
      code: 400,
      reason: 'BadRequest',
    });
  });

  test('with a key that is no file name is refused', async (t) => {
    const { api, path } = await ground(t);
    const answer = await api.post(path('v1', 'secrets'), {
      metadata: { name: 's' },
      stringData: { 'a b': 'x' },
    });
    refused(answer, { code: 422, reason: 'Invalid', fields: ['data[a b]'] });
  });
});

describe('a ConfigMap', () => {
  test('with one key in data and binaryData is refused', async (t) => {
    const { api, path } = await ground(t);
    const body = { metadata: { name: 'c' }, data: { a: 'x' }, binaryData: { a: 'eA==' } };
    const answer = await api.post(path('v1', 'configmaps'), body);
    assert.equal(answer.status, 422, JSON.stringify(answer.body));
  });
});

describe('a Deployment', () => {
  test('gets the defaults of a Deployment and of its pods', async (t) => {
    const { api, path } = await ground(t);
    const made = ok(await api.post(path('apps/v1', 'deployments'), aDeployment()), 201);
    assert.equal(made.at('metadata.generation'), 1);
    assert.equal(made.at('spec.replicas'), 1);
    assert.equal(made.at('spec.revisionHistoryLimit'), 10);
    assert.equal(made.at('spec.progressDeadlineSeconds'), 600);
    assert.deepEqual(made.at('spec.strategy'), {
      type: 'RollingUpdate',
      rollingUpdate: { maxSurge: '25%', maxUnavailable: '25%' },
    });
    const pod = made.at('spec.template.spec') as Readonly<Record<string, unknown>>;
    assert.equal(pod.restartPolicy, 'Always');
    assert.equal(pod.terminationGracePeriodSeconds, 30);
    assert.equal(pod.dnsPolicy, 'ClusterFirst');
    assert.equal(pod.schedulerName, 'default-scheduler');
    assert.deepEqual(pod.securityContext, {});
    const container = made.at('spec.template.spec.containers.0') as Readonly<Record<string, unknown>>;
    assert.equal(container.imagePullPolicy, 'IfNotPresent');
    assert.equal(container.terminationMessagePath, '/dev/termination-log');
    assert.equal(container.terminationMessagePolicy, 'File');
    assert.deepEqual(container.resources, {});
  });

  test('gets the defaults of ports, probes, volumes and environment', async (t) => {
    const { api, path } = await ground(t);
    const container = {
      name: 'c',
      image: 'mysql',
      ports: [{ containerPort: 3306 }],
      env: [{ name: 'POD', valueFrom: { fieldRef: { fieldPath: 'metadata.name' } } }],
      readinessProbe: { exec: { command: ['true'] } },
      livenessProbe: { tcpSocket: { port: 3306 }, periodSeconds: 20 },
      startupProbe: { httpGet: { port: 80 } },
      volumeMounts: [{ name: 'secret', mountPath: '/s' }],
    };
    const volumes = [
      { name: 'secret', secret: { secretName: 's' } },
      { name: 'config', configMap: { name: 'c' } },
      { name: 'tmp', emptyDir: {} },
    ];
    const made = ok(
      await api.post(path('apps/v1', 'deployments'), aDeployment({ containers: [container], volumes })),
      201,
    );
    const at = (part: string) => made.at(`spec.template.spec.${part}`);
    assert.equal(at('containers.0.imagePullPolicy'), 'Always', 'no tag means latest');
    assert.deepEqual(at('containers.0.ports'), [{ containerPort: 3306, protocol: 'TCP' }]);
    assert.equal(at('containers.0.env.0.valueFrom.fieldRef.apiVersion'), 'v1');
    assert.deepEqual(at('containers.0.readinessProbe'), {
      exec: { command: ['true'] },
      failureThreshold: 3,
      periodSeconds: 10,
      successThreshold: 1,
      timeoutSeconds: 1,
    });
    assert.equal(at('containers.0.livenessProbe.periodSeconds'), 20);
    assert.deepEqual(at('containers.0.startupProbe.httpGet'), { path: '/', port: 80, scheme: 'HTTP' });
    assert.equal(at('volumes.0.secret.defaultMode'), 420);
    assert.equal(at('volumes.1.configMap.defaultMode'), 420);
    assert.deepEqual(at('volumes.2.emptyDir'), {});
  });

  test('shows quantities in canonical form', async (t) => {
    const { api, path } = await ground(t);
    const resources = { requests: { cpu: '1000m', memory: '2048Mi' }, limits: { cpu: '1.5', memory: '4e9' } };
    const containers = [{ name: 'c', image: 'mysql:8.4', resources }];
    const made = ok(await api.post(path('apps/v1', 'deployments'), aDeployment({ containers })), 201);
    assert.deepEqual(made.at('spec.template.spec.containers.0.resources'), {
      requests: { cpu: '1', memory: '2Gi' },
      limits: { cpu: '1500m', memory: '4e9' },
    });
  });

  test('without a request gets it from the limit', async (t) => {
    const { api, path } = await ground(t);
    const containers = [{ name: 'c', image: 'mysql:8.4', resources: { limits: { cpu: '1' } } }];
    const made = ok(await api.post(path('apps/v1', 'deployments'), aDeployment({ containers })), 201);
    const resources = made.at('spec.template.spec.containers.0.resources');
    assert.deepEqual(resources, { limits: { cpu: '1' } });
  });

  test('whose selector does not match its template is refused', async (t) => {
    const { api, path } = await ground(t);
    const body = aDeployment();
    const spec = { ...body.spec, selector: { matchLabels: { other: 'x' } } };
    refused(await api.post(path('apps/v1', 'deployments'), { ...body, spec }), {
      code: 422,
      reason: 'Invalid',
      fields: ['spec.template.metadata.labels'],
      message: /`selector` does not match template `labels`$/,
      kind: 'Deployment',
      group: 'apps',
    });
  });

  test('cannot change its selector', async (t) => {
    const { api, path } = await ground(t);
    ok(await api.post(path('apps/v1', 'deployments'), aDeployment()), 201);
    const labels = { a: 'b', c: 'd' };
    const change = { spec: { selector: { matchLabels: labels }, template: { metadata: { labels } } } };
    refused(await api.patch(path('apps/v1', 'deployments', 'd'), 'merge', change), {
      code: 422,
      reason: 'Invalid',
      fields: ['spec.selector'],
      causes: ['FieldValueInvalid'],
      message: /field is immutable$/,
    });
  });

  test('cannot be Recreate with rollingUpdate', async (t) => {
    const { api, path } = await ground(t);
    ok(await api.post(path('apps/v1', 'deployments'), aDeployment()), 201);
    const url = path('apps/v1', 'deployments', 'd');
    refused(await api.patch(url, 'merge', { spec: { strategy: { type: 'Recreate' } } }), {
      code: 422,
      reason: 'Invalid',
      fields: ['spec.strategy.rollingUpdate'],
      causes: ['FieldValueForbidden'],
    });
    const cleared = { spec: { strategy: { type: 'Recreate', rollingUpdate: null } } };
    assert.deepEqual(ok(await api.patch(url, 'merge', cleared)).at('spec.strategy'), { type: 'Recreate' });
  });

  test('without containers, or with replicas below 0, is refused', async (t) => {
    const { api, path } = await ground(t);
    refused(await api.post(path('apps/v1', 'deployments'), aDeployment({ containers: [] })), {
      code: 422,
      reason: 'Invalid',
      fields: ['spec.template.spec.containers'],
      causes: ['FieldValueRequired'],
    });
    const body = aDeployment();
    const answer = await api.post(path('apps/v1', 'deployments'), {
      ...body,
      spec: { ...body.spec, replicas: -1 },
    });
    refused(answer, { code: 422, reason: 'Invalid', fields: ['spec.replicas'] });
  });

  test('with a volume mount of no volume is refused', async (t) => {
    const { api, path } = await ground(t);
    const containers = [{ name: 'c', image: 'mysql:8.4', volumeMounts: [{ name: 'none', mountPath: '/x' }] }];
    refused(await api.post(path('apps/v1', 'deployments'), aDeployment({ containers })), {
      code: 422,
      reason: 'Invalid',
      fields: ['spec.template.spec.containers[0].volumeMounts[0].name'],
      causes: ['FieldValueNotFound'],
    });
  });

  test('with a probe of two ways, or none, is refused', async (t) => {
    const { api, path } = await ground(t);
    for (const readinessProbe of [{}, { exec: { command: ['a'] }, tcpSocket: { port: 1 } }]) {
      const containers = [{ name: 'c', image: 'mysql:8.4', readinessProbe }];
      const answer = await api.post(path('apps/v1', 'deployments'), aDeployment({ containers }));
      assert.equal(answer.status, 422, JSON.stringify(answer.body));
    }
  });

  test('sent again as it was shown is not changed', async (t) => {
    const { api, path } = await ground(t);
    const url = path('apps/v1', 'deployments', 'd');
    const apply = () =>
      api.patch(`${url}?fieldManager=me`, 'apply', {
        apiVersion: 'apps/v1',
        kind: 'Deployment',
        ...aDeployment({}, 0),
      });
    const first = ok(await apply(), 201);
    const again = ok(await apply());
    assert.equal(again.at('metadata.generation'), first.at('metadata.generation'));
  });
});

describe('a Service', () => {
  test('gets a clusterIP of its own that survives every update', async (t) => {
    const { api, path } = await ground(t);
    const made = ok(await api.post(path('v1', 'services'), aService('s')), 201);
    const address = made.at('spec.clusterIP');
    assert.match(String(address), /^\d+\.\d+\.\d+\.\d+$/);
    assert.equal(made.at('spec.type'), 'ClusterIP');
    assert.equal(made.at('spec.sessionAffinity'), 'None');
    assert.deepEqual(made.at('spec.ports'), [{ port: 3306, protocol: 'TCP', targetPort: 3306 }]);
    // servers before 1.23 or so want the protocol in an apply: it is part of the key of a port
    const ports = [{ port: 3306, protocol: 'TCP' }];
    const service = {
      apiVersion: 'v1',
      kind: 'Service',
      metadata: { name: 's' },
      spec: { selector: { a: 'b' }, ports },
    };
    const url = path('v1', 'services', 's');
    const applied = ok(await api.patch(`${url}?fieldManager=me&force=true`, 'apply', service));
    assert.equal(applied.at('spec.clusterIP'), address);
    const resourceVersion = applied.at('metadata.resourceVersion');
    const metadata = { name: 's', labels: { l: '1' }, resourceVersion };
    const replaced = ok(await api.put(url, { ...(applied.body as object), metadata }));
    assert.equal(replaced.at('spec.clusterIP'), address);
    const patched = ok(await api.patch(url, 'merge', { spec: { ports: [{ port: 3307 }] } }));
    assert.equal(patched.at('spec.clusterIP'), address);
    const other = ok(await api.post(path('v1', 'services'), aService('t')), 201);
    assert.notEqual(other.at('spec.clusterIP'), address);
  });

  test('cannot change its clusterIP', async (t) => {
    const { api, path } = await ground(t);
    const made = ok(await api.post(path('v1', 'services'), aService('s')), 201);
    const clusterIP = made.at('spec.clusterIP') === '10.0.0.77' ? '10.0.0.78' : '10.0.0.77';
    const answer = await api.patch(path('v1', 'services', 's'), 'merge', {
      spec: { clusterIP, clusterIPs: [clusterIP] },
    });
    refused(answer, { code: 422, reason: 'Invalid' });
    assert.match(String(answer.at('message')), /field is immutable|may not change once set/);
  });

  test('of clusterIP None has none', async (t) => {
    const { api, path } = await ground(t);
    const body = {
      metadata: { name: 's' },
      spec: { clusterIP: 'None', selector: { a: 'b' }, ports: [{ port: 1 }] },
    };
    assert.equal(ok(await api.post(path('v1', 'services'), body), 201).at('spec.clusterIP'), 'None');
  });

  test('of type NodePort gets node ports that survive', async (t) => {
    const { api, path } = await ground(t);
    const body = { metadata: { name: 's' }, spec: { type: 'NodePort', ports: [{ port: 3306 }] } };
    const made = ok(await api.post(path('v1', 'services'), body), 201);
    const nodePort = Number(made.at('spec.ports.0.nodePort'));
    assert.ok(nodePort >= 30000 && nodePort <= 32767, `${nodePort}`);
    const change = { spec: { ports: [{ port: 3306, name: 'db' }] } };
    const again = await api.patch(path('v1', 'services', 's'), 'strategic', change);
    assert.equal(ok(again).at('spec.ports.0.nodePort'), nodePort);
  });

  test('replaced without its clusterIP keeps it, or on servers before 1.21 is refused', async (t) => {
    const { api, path, supports } = await ground(t);
    const made = ok(await api.post(path('v1', 'services'), aService('s')), 201);
    const metadata = { name: 's', resourceVersion: made.at('metadata.resourceVersion') };
    const answer = await api.put(path('v1', 'services', 's'), { ...aService('s'), metadata });
    if (supports.minor < 21)
      refused(answer, { code: 422, reason: 'Invalid', fields: ['spec.clusterIPs[0]'] });
    else assert.equal(ok(answer).at('spec.clusterIP'), made.at('spec.clusterIP'));
  });

  test('with two ports and no names is refused', async (t) => {
    const { api, path } = await ground(t);
    const body = { metadata: { name: 's' }, spec: { ports: [{ port: 1 }, { port: 2 }] } };
    refused(await api.post(path('v1', 'services'), body), {
      code: 422,
      reason: 'Invalid',
      fields: ['spec.ports[0].name', 'spec.ports[1].name'],
      causes: ['FieldValueRequired'],
    });
  });

  test('without ports, or with a port over 65535, is refused', async (t) => {
    const { api, path } = await ground(t);
    const none = await api.post(path('v1', 'services'), { metadata: { name: 's' }, spec: {} });
    refused(none, { code: 422, reason: 'Invalid', fields: ['spec.ports'] });
    const over = { metadata: { name: 's' }, spec: { ports: [{ port: 70_000 }] } };
    const answer = await api.post(path('v1', 'services'), over);
    assert.equal(answer.status, 422, JSON.stringify(answer.body));
  });
});

describe('a PersistentVolumeClaim', () => {
  const claim = (spec: object) => ({
    metadata: { name: 'p' },
    spec: { storageClassName: 'none', accessModes: ['ReadWriteOnce'], ...spec },
  });

  test('starts Pending with volumeMode Filesystem and its protection finalizer', async (t) => {
    const { api, path } = await ground(t);
    const made = ok(
      await api.post(
        path('v1', 'persistentvolumeclaims'),
        claim({ resources: { requests: { storage: '1Gi' } } }),
      ),
      201,
    );
    assert.equal(made.at('spec.volumeMode'), 'Filesystem');
    assert.deepEqual(made.at('metadata.finalizers'), ['kubernetes.io/pvc-protection']);
    assert.equal(made.at('status.phase'), 'Pending');
  });

  test('cannot change its access modes or shrink', async (t) => {
    const { api, path } = await ground(t);
    ok(
      await api.post(
        path('v1', 'persistentvolumeclaims'),
        claim({ resources: { requests: { storage: '2Gi' } } }),
      ),
      201,
    );
    const url = path('v1', 'persistentvolumeclaims', 'p');
    for (const spec of [
      { accessModes: ['ReadWriteMany'] },
      { resources: { requests: { storage: '1Gi' } } },
    ]) {
      const answer = await api.patch(url, 'merge', { spec });
      assert.ok([403, 422].includes(answer.status), JSON.stringify(answer.body));
    }
  });

  test('without a size is refused', async (t) => {
    const { api, path } = await ground(t);
    const answer = await api.post(path('v1', 'persistentvolumeclaims'), claim({}));
    refused(answer, {
      code: 422,
      reason: 'Invalid',
      fields: ['spec.resources[storage]'],
      causes: ['FieldValueRequired'],
    });
  });
});

describe('a Lease', () => {
  const lease = (spec: object) => ({ metadata: { name: 'l' }, spec });

  test('keeps times of six digits', async (t) => {
    const { api, path } = await ground(t);
    const spec = {
      holderIdentity: 'me',
      leaseDurationSeconds: 15,
      renewTime: '2026-01-02T03:04:05.123456Z',
      leaseTransitions: 1,
    };
    const made = ok(await api.post(path('coordination.k8s.io/v1', 'leases'), lease(spec)), 201);
    assert.deepEqual(made.at('spec'), spec);
  });

  test('refuses times of three digits', async (t) => {
    const { api, path } = await ground(t);
    const answer = await api.post(
      path('coordination.k8s.io/v1', 'leases'),
      lease({ renewTime: '2026-01-02T03:04:05.123Z' }),
    );
    refused(answer, { code: 400, reason: 'BadRequest' });
  });

  test('refuses a duration of 0', async (t) => {
    const { api, path } = await ground(t);
    const answer = await api.post(
      path('coordination.k8s.io/v1', 'leases'),
      lease({ leaseDurationSeconds: 0 }),
    );
    refused(answer, { code: 422, reason: 'Invalid', fields: ['spec.leaseDurationSeconds'] });
  });

  test('replaced with an old resourceVersion is a Conflict', async (t) => {
    const { api, path } = await ground(t);
    const made = ok(
      await api.post(path('coordination.k8s.io/v1', 'leases'), lease({ holderIdentity: 'a' })),
      201,
    );
    const url = path('coordination.k8s.io/v1', 'leases', 'l');
    const body = (holderIdentity: string) => ({ ...(made.body as object), spec: { holderIdentity } });
    ok(await api.put(url, body('b')));
    refused(await api.put(url, body('c')), {
      code: 409,
      reason: 'Conflict',
      message:
        /^Operation cannot be fulfilled on leases\.coordination\.k8s\.io "l": the object has been modified/,
      group: 'coordination.k8s.io',
    });
  });
});

describe('an Event', () => {
  const time = '2026-01-02T03:04:05.000000Z';
  const modern = (namespace: string, more: object = {}) => ({
    metadata: { name: 'e' },
    eventTime: time,
    reportingController: 'example.test/me',
    reportingInstance: 'me-1',
    action: 'Reconcile',
    reason: 'Synced',
    type: 'Normal',
    note: 'well',
    regarding: { apiVersion: 'v1', kind: 'ConfigMap', namespace, name: 'a', uid: 'u' },
    ...more,
  });

  test('of events.k8s.io shows in the core group under the old names', async (t) => {
    const { api, path, namespace } = await ground(t);
    ok(await api.post(path('events.k8s.io/v1', 'events'), modern(namespace)), 201);
    const old = ok(await api.get(path('v1', 'events', 'e')));
    assert.equal(old.at('message'), 'well');
    assert.equal(old.at('involvedObject.name'), 'a');
    assert.equal(old.at('reportingComponent'), 'example.test/me');
    assert.equal(old.at('apiVersion'), 'v1');
  });

  test('of the core group shows in events.k8s.io under the new names', async (t) => {
    const { api, path, namespace } = await ground(t);
    const event = {
      metadata: { name: 'e' },
      involvedObject: { kind: 'ConfigMap', namespace, name: 'a' },
      reason: 'Synced',
      message: 'well',
      type: 'Normal',
      source: { component: 'me' },
      firstTimestamp: '2026-01-02T03:04:05Z',
      lastTimestamp: '2026-01-02T03:04:05Z',
      count: 2,
    };
    ok(await api.post(path('v1', 'events'), event), 201);
    const found = ok(await api.get(path('events.k8s.io/v1', 'events', 'e')));
    assert.equal(found.at('note'), 'well');
    assert.equal(found.at('regarding.name'), 'a');
    assert.equal(found.at('deprecatedSource.component'), 'me');
    assert.equal(found.at('deprecatedCount'), 2);
  });

  test('is found by the field selector of its object', async (t) => {
    const { api, path, namespace } = await ground(t);
    ok(await api.post(path('events.k8s.io/v1', 'events'), modern(namespace)), 201);
    const query = (name: string) =>
      `fieldSelector=${encodeURIComponent(`involvedObject.name=${name},type=Normal`)}`;
    assert.equal(
      (ok(await api.get(`${path('v1', 'events')}?${query('a')}`)).at('items') as unknown[]).length,
      1,
    );
    assert.equal(
      (ok(await api.get(`${path('v1', 'events')}?${query('b')}`)).at('items') as unknown[]).length,
      0,
    );
  });

  const wrong: readonly [string, object][] = [
    ['no reportingController', { reportingController: '' }],
    ['no reason', { reason: '' }],
    ['no action', { action: '' }],
    ['a note over 1 KiB', { note: 'x'.repeat(1025) }],
    ['an unknown type', { type: 'Odd' }],
  ];
  for (const [what, change] of wrong)
    test(`of events.k8s.io with ${what} is refused`, async (t) => {
      const { api, path, namespace } = await ground(t);
      const answer = await api.post(path('events.k8s.io/v1', 'events'), modern(namespace, change));
      refused(answer, { code: 422, reason: 'Invalid' });
    });

  test('of the core group about an object of another namespace is refused', async (t) => {
    const { api, path } = await ground(t);
    const involvedObject = { kind: 'ConfigMap', namespace: 'default', name: 'a' };
    refused(await api.post(path('v1', 'events'), { metadata: { name: 'e' }, involvedObject, reason: 'A' }), {
      code: 422,
      reason: 'Invalid',
      fields: ['involvedObject.namespace'],
    });
  });

  test('series counts by merge patch', async (t) => {
    const { api, path, namespace } = await ground(t);
    ok(await api.post(path('events.k8s.io/v1', 'events'), modern(namespace)), 201);
    const series = { count: 2, lastObservedTime: '2026-01-02T03:05:05.000000Z' };
    const patched = ok(await api.patch(path('events.k8s.io/v1', 'events', 'e'), 'merge', { series }));
    assert.deepEqual(patched.at('series'), series);
  });
});

test('a SelfSubjectAccessReview says what the caller may do', async (t) => {
  const { api, namespace } = await ground(t);
  const resourceAttributes = { namespace, verb: 'create', group: 'apps', resource: 'deployments' };
  const answer = ok(
    await api.post('/apis/authorization.k8s.io/v1/selfsubjectaccessreviews', {
      spec: { resourceAttributes },
    }),
    201,
  );
  assert.equal(answer.at('status.allowed'), true);
});

function aDeployment(pod: object = {}, replicas?: number) {
  const containers = [{ name: 'c', image: 'mysql:8.4' }];
  const template = { metadata: { labels: { a: 'b' } }, spec: { containers, ...pod } };
  const selector = { matchLabels: { a: 'b' } };
  return {
    metadata: { name: 'd' },
    spec: { selector, template, ...(replicas === undefined ? {} : { replicas }) },
  };
}

function aService(name: string): object {
  return { metadata: { name }, spec: { selector: { a: 'b' }, ports: [{ port: 3306 }] } };
}
