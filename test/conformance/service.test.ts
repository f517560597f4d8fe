/** @module Services: addresses, ports, defaults. */
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { ground, ok, refused } from './ground.ts';

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

function aService(name: string): object {
  return { metadata: { name }, spec: { selector: { a: 'b' }, ports: [{ port: 3306 }] } };
}
