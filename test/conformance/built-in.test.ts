/** @module Claims, Leases, Events and access reviews: defaults and rules. */
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { ground, ok, refused } from './ground.ts';

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
