/** @module Deployments: defaults, rules, immutability. */
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { ground, ok, refused } from './ground.ts';

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

function aDeployment(pod: object = {}, replicas?: number) {
  const containers = [{ name: 'c', image: 'mysql:8.4' }];
  const template = { metadata: { labels: { a: 'b' } }, spec: { containers, ...pod } };
  const selector = { matchLabels: { a: 'b' } };
  return {
    metadata: { name: 'd' },
    spec: { selector, template, ...(replicas === undefined ? {} : { replicas }) },
  };
}
