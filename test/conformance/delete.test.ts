/** @module Deletion: preconditions, finalizers, propagation, dry run, collections. */
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { setTimeout as delay } from 'node:timers/promises';
import type { Answer } from '../support/api.ts';
import { aConfigMap, eventually, type Ground, ground, items, names, ok, refused } from './ground.ts';

describe('a delete with preconditions', () => {
  test('of another uid is a Conflict and deletes nothing', async (t) => {
    const { api, configMaps, configMap } = await ground(t);
    await configMap('a');
    const answer = await api.delete(`${configMaps}/a`, options({ preconditions: { uid: 'another' } }));
    refused(answer, {
      code: 409,
      reason: 'Conflict',
      message: /the UID in the precondition \(another\) does not match the UID in record/,
    });
    assert.equal((await api.get(`${configMaps}/a`)).status, 200);
  });

  test('of another resourceVersion is a Conflict', async (t) => {
    const { api, configMaps, configMap } = await ground(t);
    await configMap('a');
    const answer = await api.delete(`${configMaps}/a`, options({ preconditions: { resourceVersion: '1' } }));
    refused(answer, { code: 409, reason: 'Conflict' });
  });

  test('of the right uid and resourceVersion deletes', async (t) => {
    const { api, configMaps, configMap } = await ground(t);
    const made = await configMap('a');
    const preconditions = {
      uid: made.at('metadata.uid'),
      resourceVersion: made.at('metadata.resourceVersion'),
    };
    ok(await api.delete(`${configMaps}/a`, options({ preconditions })));
    assert.equal((await api.get(`${configMaps}/a`)).status, 404);
  });
});

describe('a delete of an object with finalizers', () => {
  test('marks it and answers with the object', async (t) => {
    const { api, configMaps } = await held(await ground(t));
    const marked = ok(await api.delete(`${configMaps}/a`));
    assert.equal(marked.at('kind'), 'ConfigMap');
    assert.match(String(marked.at('metadata.deletionTimestamp')), /Z$/);
    assert.equal(marked.at('metadata.deletionGracePeriodSeconds'), 0);
    assert.equal(ok(await api.get(`${configMaps}/a`)).at('metadata.uid'), marked.at('metadata.uid'));
  });

  test('twice does not move the deletionTimestamp', async (t) => {
    const { api, configMaps } = await held(await ground(t));
    const first = ok(await api.delete(`${configMaps}/a`));
    await delay(1_100);
    const second = ok(await api.delete(`${configMaps}/a`));
    assert.equal(second.at('metadata.deletionTimestamp'), first.at('metadata.deletionTimestamp'));
  });

  test('ends when the last finalizer goes', async (t) => {
    const { api, configMaps } = await held(await ground(t));
    ok(await api.delete(`${configMaps}/a`));
    ok(await api.patch(`${configMaps}/a`, 'merge', { metadata: { finalizers: [] } }));
    assert.equal((await api.get(`${configMaps}/a`)).status, 404);
  });

  test('takes no new finalizers afterwards', async (t) => {
    const { api, configMaps } = await held(await ground(t));
    ok(await api.delete(`${configMaps}/a`));
    const metadata = { finalizers: ['example.test/hold', 'example.test/more'] };
    const answer = await api.patch(`${configMaps}/a`, 'merge', { metadata });
    refused(answer, {
      code: 422,
      reason: 'Invalid',
      fields: ['metadata.finalizers'],
      causes: ['FieldValueForbidden'],
    });
  });

  test('cannot be undone by removing the deletionTimestamp', async (t) => {
    const { api, configMaps } = await held(await ground(t));
    ok(await api.delete(`${configMaps}/a`));
    const answer = await api.patch(`${configMaps}/a`, 'merge', { metadata: { deletionTimestamp: null } });
    assert.match(String(ok(answer).at('metadata.deletionTimestamp')), /Z$/);
  });

  test('and create of the same name is AlreadyExists and says that it is being deleted', async (t) => {
    const { api, configMaps } = await held(await ground(t));
    ok(await api.delete(`${configMaps}/a`));
    refused(await api.post(configMaps, aConfigMap('a')), {
      code: 409,
      reason: 'AlreadyExists',
      message: /^object is being deleted: configmaps "a" already exists$/,
    });
  });
});

describe('a dry run', () => {
  test('of a delete deletes nothing', async (t) => {
    const { api, configMaps, configMap } = await ground(t);
    await configMap('a');
    ok(await api.delete(`${configMaps}/a?dryRun=All`));
    ok(await api.delete(`${configMaps}/a`, options({ dryRun: ['All'] })));
    assert.equal((await api.get(`${configMaps}/a`)).status, 200);
  });

  test('of a create answers 201 with the defaults and stores nothing', async (t) => {
    const { api, configMaps, path } = await ground(t);
    const made = ok(await api.post(`${configMaps}?dryRun=All`, aConfigMap('a')), 201);
    assert.notEqual(made.at('metadata.uid'), undefined);
    assert.equal(made.at('metadata.resourceVersion'), undefined);
    assert.equal((await api.get(`${configMaps}/a`)).status, 404);
    const service = { metadata: { name: 's' }, spec: { ports: [{ port: 80 }] } };
    const shown = ok(await api.post(`${path('v1', 'services')}?dryRun=All`, service), 201);
    assert.equal(shown.at('spec.type'), 'ClusterIP');
    assert.equal((await api.get(path('v1', 'services', 's'))).status, 404);
  });

  test('of a replace and a patch shows the result and stores nothing', async (t) => {
    const { api, configMaps, configMap } = await ground(t);
    const made = await configMap('a');
    const changed = { ...(made.body as object), data: { n: '1' } };
    assert.deepEqual(ok(await api.put(`${configMaps}/a?dryRun=All`, changed)).at('data'), { n: '1' });
    const patched = ok(await api.patch(`${configMaps}/a?dryRun=All`, 'merge', { data: { n: '2' } }));
    assert.equal(patched.at('data.n'), '2');
    const applied = await api.patch(`${configMaps}/b?dryRun=All&fieldManager=me`, 'apply', aConfigMap('b'));
    assert.equal(ok(applied, 201).at('metadata.name'), 'b');
    assert.deepEqual(ok(await api.get(`${configMaps}/a`)).body, made.body);
    assert.equal((await api.get(`${configMaps}/b`)).status, 404);
  });

  test('refuses what would be refused', async (t) => {
    const { api, configMaps, configMap } = await ground(t);
    await configMap('a');
    refused(await api.post(`${configMaps}?dryRun=All`, aConfigMap('a')), {
      code: 409,
      reason: 'AlreadyExists',
    });
    refused(await api.post(`${configMaps}?dryRun=All`, aConfigMap('Wrong')), {
      code: 422,
      reason: 'Invalid',
    });
  });

  test('of another word than All is refused', async (t) => {
    const { api, configMaps } = await ground(t);
    refused(await api.post(`${configMaps}?dryRun=yes`, aConfigMap('a')), {
      code: 422,
      reason: 'Invalid',
      fields: ['dryRun'],
      causes: ['FieldValueNotSupported'],
    });
  });
});

describe('deleting a collection', () => {
  test('with a selector deletes those and answers with them', async (t) => {
    const server = await ground(t);
    await server.configMap('a', { metadata: { labels: { go: 'yes' } } });
    await server.configMap('b', { metadata: { labels: { go: 'yes' } } });
    await server.configMap('c');
    const gone = ok(await server.api.delete(`${server.configMaps}?labelSelector=go%3Dyes`));
    assert.equal(gone.at('kind'), 'ConfigMapList');
    assert.deepEqual(names(gone), ['a', 'b']);
    assert.deepEqual(own(await server.api.get(server.configMaps)), ['c']);
  });

  test('of nothing answers an empty list', async (t) => {
    const { api, path } = await ground(t);
    assert.deepEqual(items(ok(await api.delete(`${path('v1', 'secrets')}?labelSelector=no%3Done`))), []);
  });
});

describe('garbage collection', () => {
  test('in the background removes dependents after their owner', async (t) => {
    const server = await family(t);
    if (!server.hasControllers) return;
    ok(await server.api.delete(`${server.configMaps}/owner`, options({ propagationPolicy: 'Background' })));
    assert.equal((await server.api.get(`${server.configMaps}/owner`)).status, 404);
    await gone(server, 'child');
    assert.equal((await server.api.get(`${server.configMaps}/stranger`)).status, 200);
  });

  test('in the foreground removes dependents first', async (t) => {
    const server = await family(t);
    if (!server.hasControllers) return;
    const answer = ok(
      await server.api.delete(`${server.configMaps}/owner`, options({ propagationPolicy: 'Foreground' })),
    );
    assert.equal(answer.at('kind'), 'ConfigMap');
    assert.deepEqual(answer.at('metadata.finalizers'), ['foregroundDeletion']);
    await gone(server, 'owner');
    assert.equal((await server.api.get(`${server.configMaps}/child`)).status, 404);
  });

  test('with Orphan leaves dependents without their owner reference', async (t) => {
    const server = await family(t);
    if (!server.hasControllers) return;
    ok(await server.api.delete(`${server.configMaps}/owner`, options({ propagationPolicy: 'Orphan' })));
    await gone(server, 'owner');
    const child = ok(await server.api.get(`${server.configMaps}/child`));
    assert.equal(child.at('metadata.ownerReferences'), undefined);
  });

  test('removes what is created with an owner that is already gone', async (t) => {
    const server = await ground(t);
    if (!server.hasControllers) return;
    const owner = await server.configMap('owner');
    ok(await server.api.delete(`${server.configMaps}/owner`));
    await server.configMap('child', { metadata: { ownerReferences: [referenceTo(owner)] } });
    await gone(server, 'child');
  });

  test('goes by uid: a new owner of the same name does not keep the old one’s child', async (t) => {
    const server = await family(t);
    if (!server.hasControllers) return;
    ok(await server.api.delete(`${server.configMaps}/owner`));
    await server.configMap('owner');
    await gone(server, 'child');
    assert.equal((await server.api.get(`${server.configMaps}/owner`)).status, 200);
  });

  test('keeps a dependent that has another living owner', async (t) => {
    const server = await ground(t);
    if (!server.hasControllers) return;
    const [one, two] = [await server.configMap('one'), await server.configMap('two')];
    await server.configMap('child', { metadata: { ownerReferences: [referenceTo(one), referenceTo(two)] } });
    await server.configMap('only', { metadata: { ownerReferences: [referenceTo(one)] } });
    ok(await server.api.delete(`${server.configMaps}/one`));
    await gone(server, 'only');
    const child = await eventually(
      () => server.api.get(`${server.configMaps}/child`),
      (answer) => (answer.at('metadata.ownerReferences') as unknown[] | undefined)?.length === 1,
    );
    assert.equal(child.at('metadata.ownerReferences.0.name'), 'two');
  });
});

test('a propagation policy that is no policy is refused', async (t) => {
  const { api, configMaps, configMap } = await ground(t);
  await configMap('a');
  const answer = await api.delete(`${configMaps}/a`, options({ propagationPolicy: 'Sideways' }));
  refused(answer, { code: 422, reason: 'Invalid', fields: ['propagationPolicy'] });
});

function options(given: object): object {
  return { apiVersion: 'v1', kind: 'DeleteOptions', ...given };
}

async function held(server: Ground): Promise<Ground> {
  await server.configMap('a', { metadata: { finalizers: ['example.test/hold'] } });
  return server;
}

/** `owner`, its `child`, and `stranger` who belongs to nobody. */
async function family(t: Parameters<typeof ground>[0]): Promise<Ground> {
  const server = await ground(t);
  const owner = await server.configMap('owner');
  await server.configMap('child', { metadata: { ownerReferences: [referenceTo(owner)] } });
  await server.configMap('stranger');
  return server;
}

function referenceTo(owner: Answer): object {
  return {
    apiVersion: 'v1',
    kind: 'ConfigMap',
    name: owner.at('metadata.name'),
    uid: owner.at('metadata.uid'),
    controller: owner.at('metadata.name') === 'owner' || owner.at('metadata.name') === 'one',
    blockOwnerDeletion: true,
  };
}

async function gone(server: Ground, name: string): Promise<void> {
  await eventually(
    () => server.api.get(`${server.configMaps}/${name}`),
    ({ status }) => status === 404,
  );
}

function own(list: Answer): readonly unknown[] {
  return names(ok(list)).filter((name) => name !== 'kube-root-ca.crt');
}
