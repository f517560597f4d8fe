import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { namespacedResources } from '../../../src/sandbox/world/namespaced-resources.ts';
import { movableClock } from '../../support/movable-clock.ts';
import { aSandbox } from '../a-sandbox.ts';

const template = {
  metadata: { labels: { app: 'x' } },
  spec: { containers: [{ name: 'c', image: 'nginx' }] },
};
const workload = { selector: { matchLabels: { app: 'x' } }, template };

const CONTENTS = [
  { api: 'rbac.authorization.k8s.io/v1', plural: 'roles', kind: 'Role', fields: { rules: [] } },
  {
    api: 'autoscaling/v2',
    plural: 'horizontalpodautoscalers',
    kind: 'HorizontalPodAutoscaler',
    fields: {
      spec: { maxReplicas: 2, scaleTargetRef: { apiVersion: 'apps/v1', kind: 'Deployment', name: 'x' } },
    },
  },
  { api: 'policy/v1', plural: 'poddisruptionbudgets', kind: 'PodDisruptionBudget', fields: { spec: {} } },
  {
    api: 'batch/v1',
    plural: 'jobs',
    kind: 'Job',
    fields: { spec: { template: { spec: { ...template.spec, restartPolicy: 'Never' } } } },
  },
  {
    api: 'apps/v1',
    plural: 'statefulsets',
    kind: 'StatefulSet',
    fields: { spec: { ...workload, serviceName: 'x' } },
  },
  { api: 'apps/v1', plural: 'deployments', kind: 'Deployment', fields: { spec: workload } },
  { api: 'v1', plural: 'limitranges', kind: 'LimitRange', fields: { spec: { limits: [] } } },
  { api: 'example.com/v1', plural: 'widgets', kind: 'Widget', fields: {} },
];

const WIDGETS = {
  apiVersion: 'apiextensions.k8s.io/v1',
  kind: 'CustomResourceDefinition',
  metadata: { name: 'widgets.example.com' },
  spec: {
    group: 'example.com',
    scope: 'Namespaced',
    names: { plural: 'widgets', kind: 'Widget' },
    versions: [
      {
        name: 'v1',
        served: true,
        storage: true,
        schema: { openAPIV3Schema: { type: 'object', 'x-kubernetes-preserve-unknown-fields': true } },
      },
    ],
  },
};

describe('a namespace that is being deleted', () => {
  test('takes objects of every kind with it', async (t) => {
    const clock = movableClock();
    const { ask } = aSandbox(t, { clock });
    await ask('POST', '/api/v1/namespaces', {
      apiVersion: 'v1',
      kind: 'Namespace',
      metadata: { name: 'gone' },
    });
    await ask('POST', '/apis/apiextensions.k8s.io/v1/customresourcedefinitions', WIDGETS);
    const pathOf = (api: string, plural: string) =>
      `/${api === 'v1' ? 'api' : 'apis'}/${api}/namespaces/gone/${plural}`;
    for (const { api, plural, kind, fields } of CONTENTS) {
      const object = { apiVersion: api, kind, metadata: { name: 'x' }, ...fields };
      const { status, body } = await ask('POST', pathOf(api, plural), object);
      assert.equal(status, 201, JSON.stringify(body));
    }
    clock.move(5_000);
    await ask('DELETE', '/api/v1/namespaces/gone');
    clock.move(60_000);
    assert.equal((await ask('GET', '/api/v1/namespaces/gone')).status, 404);
    for (const { api, plural } of CONTENTS) {
      const { body } = await ask('GET', pathOf(api, plural));
      assert.deepEqual([plural, body.items.length], [plural, 0]);
    }
  });

  test('is looked through for every collection once', () => {
    const names = namespacedResources([]).map(({ group, plural }) => `${plural}.${group}`);
    assert.equal(new Set(names).size, names.length);
    assert.ok(names.includes('events.') && !names.includes('events.events.k8s.io'));
  });
});
