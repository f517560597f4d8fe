/** @module Reads are answered from caches as a server would, and by the server where there is no cache. */
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { ListOptions, Reader } from '../../../src/kube/client.ts';
import { type ConfigMap, configMaps, deployments, pods } from '../../../src/kube/resources.ts';
import { isNotFound, StatusError } from '../../../src/kube/status-error.ts';
import { type Cache, cachedReader, observeWrite } from '../../../src/runtime/cache/cached-reader.ts';
import { Indexer } from '../../../src/runtime/cache/indexer.ts';
import { aConfigMap } from './hand-driven-api.ts';

describe('a cached reader', () => {
  test('answers from the cache', async () => {
    const { reader, asked } = over(cacheOf({}, aConfigMap('a', 1)));
    assert.equal(
      (await reader.get(configMaps, { namespace: 'ns', name: 'a' })).metadata.resourceVersion,
      '1',
    );
    assert.deepEqual(asked, []);
  });

  test('says NotFound as a server does, with the name', async () => {
    const { reader } = over(cacheOf({}));
    const error: unknown = await reader
      .get(configMaps, { namespace: 'ns', name: 'a' })
      .catch((e: unknown) => e);
    assert.ok(isNotFound(error));
    assert.deepEqual(error.status.details, { name: 'a', group: '', kind: 'configmaps' });
    assert.equal(error.message, 'configmaps "a" not found');
  });

  test('lists by namespace and label', async () => {
    const { reader, asked } = over(
      cacheOf(
        {},
        aConfigMap('a', 1, { labels: { x: '1' } }),
        aConfigMap('b', 2),
        aConfigMap('c', 3, { namespace: 'other', labels: { x: '1' } }),
      ),
    );
    const namesOf = async (options: ListOptions) =>
      (await reader.list(configMaps, options)).items.map(({ metadata }) => metadata.name);
    assert.deepEqual(await namesOf({}), ['a', 'b', 'c']);
    assert.deepEqual(await namesOf({ namespace: 'ns' }), ['a', 'b']);
    assert.deepEqual(await namesOf({ labelSelector: 'x=1' }), ['a', 'c']);
    assert.deepEqual(await namesOf({ namespace: 'ns', labelSelector: 'x=1' }), ['a']);
    assert.deepEqual(asked, []);
  });

  test('asks the server for kinds without a cache and for what a cache cannot answer', async () => {
    const { reader, asked } = over(cacheOf({ namespace: 'ns' }));
    await reader.get(pods, { namespace: 'ns', name: 'p' }).catch(() => {});
    await reader.list(pods, { namespace: 'ns' });
    await reader.list(configMaps, { namespace: 'ns', fieldSelector: 'metadata.name=a' });
    await reader.get(configMaps, { namespace: 'other', name: 'a' }).catch(() => {});
    await reader.list(configMaps, {});
    assert.deepEqual(asked, [
      'get pods ns/p',
      'list pods',
      'list configmaps',
      'get configmaps other/a',
      'list configmaps',
    ]);
  });

  test('chooses the cache of the namespace', async () => {
    const { reader } = over(
      cacheOf({ namespace: 'one' }, aConfigMap('a', 1, { namespace: 'one' })),
      cacheOf({ namespace: 'two' }, aConfigMap('a', 2, { namespace: 'two' })),
    );
    assert.equal(
      (await reader.get(configMaps, { namespace: 'two', name: 'a' })).metadata.resourceVersion,
      '2',
    );
  });
});

test('a write reaches the caches of its kind and namespace, and a Scale no Deployments', () => {
  const seen: string[] = [];
  const observing = (
    name: string,
    namespace: string | undefined,
    resource: Cache<ConfigMap>['resource'],
  ) => ({
    ...cacheOf({ namespace }),
    resource,
    observeWrite: () => seen.push(name),
  });
  const caches = [
    observing('maps', 'ns', configMaps),
    observing('maps elsewhere', 'other', configMaps),
    observing('deployments', undefined, deployments),
  ];
  observeWrite(caches, configMaps, aConfigMap('a', 1));
  observeWrite(caches, deployments, { ...aConfigMap('a', 1), kind: 'Scale' });
  assert.deepEqual(seen, ['maps']);
});

function cacheOf(
  selection: Cache<ConfigMap>['selection'],
  ...objects: readonly ConfigMap[]
): Cache<ConfigMap> {
  const lister = new Indexer<ConfigMap>();
  lister.replace(objects);
  return { resource: configMaps, selection, lister, observeWrite: () => {} };
}

function over(...caches: readonly Cache<ConfigMap>[]) {
  const asked: string[] = [];
  const live: Reader = {
    async get({ plural }, { namespace, name }) {
      asked.push(`get ${plural} ${namespace}/${name}`);
      throw new StatusError({ kind: 'Status', apiVersion: 'v1', status: 'Failure', code: 404 });
    },
    async list({ plural }) {
      asked.push(`list ${plural}`);
      return { apiVersion: 'v1', kind: 'List', metadata: {}, items: [] };
    },
  };
  return { reader: cachedReader(caches, live), asked };
}
