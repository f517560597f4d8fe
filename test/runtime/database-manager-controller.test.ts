/** @module The controller keeps what is declared, misses nothing, and writes no more than needed. */
import assert from 'node:assert/strict';
import { describe, type TestContext, test } from 'node:test';
import { databaseManagers } from '../../src/api/database-manager.ts';
import { deployments, events, leases, namespaces, secrets } from '../../src/kube/resources.ts';
import { isNotFound } from '../../src/kube/status-error.ts';
import { ConnectionError, type WireRequest, type WireResponse } from '../../src/kube/transport.ts';
import { DEFAULT_LEASE } from '../../src/runtime/leaderelection/lease-record.ts';
import { aWorld } from './a-controller.ts';

const refused = () => Promise.reject(new ConnectionError('sandbox', 'refused', { code: 'ECONNREFUSED' }));
const refusedWith = (status: number) => (): WireResponse => ({
  status,
  headers: { 'content-type': 'application/json' },
  body: (async function* () {
    yield new TextEncoder().encode(
      JSON.stringify({ kind: 'Status', status: 'Failure', reason: 'Conflict', code: status }),
    );
  })(),
});
const never = ({ signal }: WireRequest) =>
  new Promise<never>((_resolve, reject) => {
    signal?.addEventListener('abort', () => reject(signal.reason), { once: true });
  });

describe('the controller', () => {
  test('brings an instance from nothing to Ready with one write per child and two of the status', async (t) => {
    const { world, controller } = await started(t);
    await world.create('orders');
    await world.until(async () => (await world.readyOf('orders')) === 'True');
    await world.clock.advance(1000);
    const writes = controller.writes().filter((request) => !request.includes('/events'));
    assert.deepEqual(writes.map(ending), [
      'POST secrets',
      'POST services',
      'POST deployments',
      'PATCH status',
      'PATCH status',
    ]);
  });

  test('writes nothing and reads nothing over two resyncs when all is well', async (t) => {
    const { world, controller } = await started(t);
    for (const name of ['a', 'b', 'c']) await world.create(name);
    await world.until(async () => (await world.readyOf('c')) === 'True');
    await world.clock.advance(20_000);
    controller.requests.length = 0;
    await world.clock.advance(60_000);
    assert.deepEqual(
      controller.requests.filter((request) => !request.startsWith('WATCH')),
      [],
    );
  });

  test('writes nothing, and no event, for what is converged when it starts', async (t) => {
    const { world, controller } = await started(t);
    await world.create('orders');
    await world.until(async () => (await world.readyOf('orders')) === 'True');
    await world.clock.advance(10_000);
    await finish(world, controller.stop());
    const second = world.start();
    await world.until(second.isReady);
    await world.clock.advance(60_000);
    assert.deepEqual(second.writes(), []);
  });

  test('repairs a child that was deleted or changed, and tells it by an event', async (t) => {
    const { world } = await started(t);
    await world.create('orders');
    await world.until(async () => (await world.readyOf('orders')) === 'True');
    const key = { namespace: 'default', name: 'orders' };
    await world.client.delete(deployments, key);
    await world.until(
      async () => (await world.client.get(deployments, key).catch(() => undefined)) !== undefined,
    );
    await world.client.patch(deployments, key, { type: 'merge', body: { spec: { replicas: 5 } } });
    await world.until(async () => (await world.client.get(deployments, key)).spec?.replicas === 1);
    await world.clock.advance(2000);
    const { items } = await world.client.list(events, { namespace: 'default' });
    assert.ok(
      items.some(({ reason, regarding }) => reason === 'DriftRepaired' && regarding?.name === 'orders'),
    );
  });

  test('reacts to a changed spec at once', async (t) => {
    const { world } = await started(t);
    await world.create('orders');
    await world.until(async () => (await world.readyOf('orders')) === 'True');
    const key = { namespace: 'default', name: 'orders' };
    await world.client.patch(databaseManagers, key, { type: 'merge', body: { spec: { replicas: 3 } } });
    await world.clock.advance(10);
    assert.equal((await world.client.get(deployments, key)).spec?.replicas, 3);
  });

  test('waits for the CRD, says so, and starts when it is installed', async (t) => {
    const world = aWorld(t);
    const controller = world.start();
    await world.clock.advance(30_000);
    assert.equal(controller.isReady(), false);
    assert.equal(
      controller.log.filter((line) => line.startsWith('W') && line.includes('waiting for it to be installed'))
        .length,
      1,
    );
    await world.installCrd();
    await world.create('orders');
    await world.until(async () => (await world.readyOf('orders')) === 'True');
  });

  test('makes up for what happened while the server was away', async (t) => {
    const { world, controller } = await started(t);
    await world.create('orders');
    await world.until(async () => (await world.readyOf('orders')) === 'True');
    controller.obstruct((request) => (isLease(request) ? undefined : refused()));
    // The watches that are open do not notice; they run out while nothing can be opened anew.
    await world.clock.advance(700_000);
    await world.client.delete(deployments, { namespace: 'default', name: 'orders' });
    await world.create('late');
    await world.clock.advance(20_000);
    controller.obstruct(undefined);
    await world.until(async () => (await world.readyOf('late')) === 'True');
    await world.until(async () => (await world.readyOf('orders')) === 'True');
  });

  test('keeps to its namespaces', async (t) => {
    const { world, controller } = await started(t, { namespaces: ['one', 'two'] });
    for (const name of ['one', 'two', 'other']) {
      await world.client.create(namespaces, { apiVersion: 'v1', kind: 'Namespace', metadata: { name } });
      await world.create('db', {}, name);
    }
    await world.clock.advance(10_000);
    const found = async (namespace: string) => (await world.client.list(secrets, { namespace })).items.length;
    assert.deepEqual([await found('one'), await found('two'), await found('other')], [1, 1, 0]);
    assert.ok(controller.requests.every((request) => /\/namespaces\/(one|two)\//.test(request)));
  });

  test('ends no pass half-way when it stops, and gives the lease back after the last write', async (t) => {
    const { world, controller } = await started(t);
    await world.create('orders');
    await finish(world, controller.stop());
    const { spec } = await world.client.get(leases, DEFAULT_LEASE);
    assert.equal(spec?.holderIdentity, '');
    const before = controller.requests.length;
    await world.clock.advance(60_000);
    assert.equal(controller.requests.length, before);
    assert.equal(world.clock.sleepers, 0);
  });

  test('writes nothing once it could not renew its lease, and goes on when it leads again', async (t) => {
    const { world, controller } = await started(t);
    controller.obstruct((request) => (isLease(request) ? never(request) : undefined));
    await world.clock.advance(12_000);
    await world.create('orders');
    await world.clock.advance(30_000);
    assert.deepEqual(controller.writes(), []);
    controller.obstruct(undefined);
    await world.until(async () => (await world.readyOf('orders')) === 'True');
  });

  test('sends no further write of a pass that was under way when the lease was lost', async (t) => {
    const { world, controller } = await started(t);
    const answered = Promise.withResolvers<void>();
    controller.obstruct((request) => {
      if (isLease(request)) return never(request);
      return request.method === 'POST' ? answered.promise.then(refusedWith(409)) : undefined;
    });
    await world.create('orders');
    await world.clock.advance(12_000);
    const before = controller.writes().length;
    controller.obstruct(undefined);
    answered.resolve();
    await world.clock.settle();
    assert.ok(before > 0);
    assert.equal(controller.writes().length, before);
    await world.until(async () => (await world.readyOf('orders')) === 'True');
  });

  test('sends no further write of a pass when it wakes from a freeze longer than its lease', async (t) => {
    const { world, controller } = await started(t);
    const answered = Promise.withResolvers<void>();
    controller.obstruct(({ method, path }) =>
      method === 'POST' && path.includes('/secrets') ? answered.promise.then(refusedWith(409)) : undefined,
    );
    await world.create('orders');
    await world.clock.settle();
    const before = controller.writes().length;
    world.clock.freeze(20_000);
    controller.obstruct(undefined);
    answered.resolve();
    await world.clock.settle();
    assert.ok(before > 0);
    assert.equal(controller.writes().length, before);
    await world.until(async () => (await world.readyOf('orders')) === 'True');
  });

  test('knows its own writes before any watch tells of them', async (t) => {
    const { world, controller } = await started(t);
    controller.obstruct((request) =>
      request.path.includes('watch=true') && !request.path.includes('databasemanagers')
        ? never(request)
        : undefined,
    );
    await world.clock.advance(700_000);
    controller.requests.length = 0;
    await world.create('orders');
    for (let turn = 0; turn < 5; turn += 1) {
      const body = { metadata: { annotations: { touched: String(turn) } } };
      await world.client.patch(
        databaseManagers,
        { namespace: 'default', name: 'orders' },
        { type: 'merge', body },
      );
      await world.clock.advance(200);
    }
    const children = controller.requests.filter((request) => /(deployments|services|secrets)/.test(request));
    assert.deepEqual(children.filter((request) => !request.startsWith('WATCH')).map(ending), [
      'GET orders',
      'GET orders',
      'GET orders-credentials',
      'POST secrets',
      'POST services',
      'POST deployments',
    ]);
  });

  test('that stands by takes over what the leader left', async (t) => {
    const { world, controller } = await started(t);
    const standby = world.start();
    await world.create('orders');
    await world.until(async () => (await world.readyOf('orders')) === 'True');
    assert.deepEqual(standby.writes(), []);
    await finish(world, controller.stop());
    await world.create('next');
    await world.until(async () => (await world.readyOf('next')) === 'True');
    assert.ok(standby.isReady());
  });

  test('does without a lease when told to', async (t) => {
    const { world } = await started(t, { leaderElection: { enabled: false } });
    const missing = await world.client.get(leases, DEFAULT_LEASE).catch((error: unknown) => error);
    assert.ok(isNotFound(missing));
  });

  test('keeps going with others when one instance cannot be reconciled', async (t) => {
    const { world, controller } = await started(t);
    controller.obstruct((request) =>
      request.method === 'POST' &&
      request.path.includes('/secrets') &&
      request.body?.includes('"bad-credentials"')
        ? refused()
        : undefined,
    );
    await world.create('bad');
    await world.create('good');
    await world.until(async () => (await world.readyOf('good')) === 'True');
    await world.clock.advance(300_000);
    const tries = controller.requests.filter(
      (request) => request === 'POST /api/v1/namespaces/default/secrets',
    ).length;
    assert.ok(tries < 25, `${tries} tries in 5 minutes`);
    controller.obstruct(undefined);
    await world.clock.advance(60_000);
    await world.until(async () => (await world.readyOf('bad')) === 'True');
  });
});

async function started(t: TestContext, options: Parameters<ReturnType<typeof aWorld>['start']>[0] = {}) {
  const world = aWorld(t);
  await world.installCrd();
  const controller = world.start(options);
  await world.until(controller.isReady);
  return { world, controller };
}

async function finish(world: ReturnType<typeof aWorld>, stopped: Promise<void>): Promise<void> {
  await world.clock.advance(1000);
  await stopped;
}

function isLease({ path }: WireRequest): boolean {
  return path.includes('/leases');
}

function ending(request: string): string {
  const [verb, path = ''] = request.split(' ');
  return `${verb} ${path.split('/').at(-1)}`;
}
