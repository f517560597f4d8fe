/** @module C12: patches say what they are, and never strategic merge, which custom resources refuse. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createNetworkTransport } from '../../src/kube/network-transport.ts';
import type { KubeObject } from '../../src/kube/object.ts';
import type { Resource } from '../../src/kube/resource.ts';
import { createClient } from '../../src/kube/rest-client.ts';
import { json, serve } from '../kube/loopback.ts';

const managers: Resource<KubeObject> = {
  group: 'coolops.cn',
  version: 'v1alpha1',
  plural: 'databasemanagers',
  kind: 'DatabaseManager',
  namespaced: true,
};
const ACCEPTED = [
  'application/merge-patch+json',
  'application/json-patch+json',
  'application/apply-patch+yaml',
];

test('a server that takes no strategic merge accepts every kind of patch', async (t) => {
  const key = { namespace: 't', name: 'orders' };
  const object = {
    apiVersion: 'coolops.cn/v1alpha1',
    kind: 'DatabaseManager',
    metadata: key,
    spec: { replicas: 3 },
  };
  const loopback = await serve(t, 'h2', ({ headers, body }, response) => {
    const type = String(headers['content-type']);
    const wellFormed = Array.isArray(JSON.parse(body)) === (type === 'application/json-patch+json');
    json(response, ACCEPTED.includes(type) && wellFormed ? 200 : 415, object);
  });
  const client = createClient(createNetworkTransport(loopback.target, { env: {} }));
  await client.patch(
    managers,
    key,
    { type: 'merge', body: { spec: { replicas: 3 } } },
    { subresource: 'scale' },
  );
  await client.patch(managers, key, {
    type: 'json',
    body: [{ op: 'replace', path: '/spec/replicas', value: 3 }],
  });
  await client.apply(managers, object);
  assert.deepEqual(
    loopback.asked.map(({ headers }) => headers['content-type']),
    ACCEPTED,
  );
  await client.close();
});
