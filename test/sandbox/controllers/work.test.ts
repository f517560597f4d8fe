import assert from 'node:assert/strict';
import { describe, type TestContext, test } from 'node:test';
import { Store } from '../../../src/sandbox/store/store.ts';
import { movableClock } from '../../support/movable-clock.ts';
import { type Ask, aSandbox } from '../a-sandbox.ts';

const DEFAULT = '/api/v1/namespaces/default';
const MERGE = 'application/merge-patch+json';

const changes = [
  { what: 'a pod that gets other labels', path: 'pods/db', patch: { metadata: { labels: { app: 'x' } } } },
  {
    what: 'a pod that is marked as of another team',
    path: 'pods/db',
    patch: { metadata: { labels: { team: 'x' } } },
  },
  {
    what: 'a Service that gets another port',
    path: 'services/db',
    patch: { spec: { ports: [{ port: 3307 }] } },
  },
];

describe('the work after a change does not grow with the number of others:', () => {
  for (const { what, path, patch } of changes) {
    test(what, async (t) => {
      const few = await workOf(t, { others: 2, path, patch });
      const many = await workOf(t, { others: 40, path, patch });
      assert.ok(few.writes > 0);
      assert.deepEqual(many, few);
    });
  }
});

test('a pod is taken out of the one Service and into the other when its labels change', async (t) => {
  const { ask, clock } = aWorld(t);
  await createPair(ask, 'a');
  await createPair(ask, 'b');
  clock.move(2_000);
  assert.deepEqual([await addressesOf(ask, 'a'), await addressesOf(ask, 'b')], [['a'], ['b']]);
  await ask('PATCH', `${DEFAULT}/pods/a`, { metadata: { labels: { app: 'b' } } }, MERGE);
  assert.deepEqual([await addressesOf(ask, 'a'), await addressesOf(ask, 'b')], [[], ['a', 'b']]);
  await ask('DELETE', `${DEFAULT}/pods/b`);
  clock.move(2_000);
  assert.deepEqual(await addressesOf(ask, 'b'), ['a']);
});

function aWorld(t: TestContext) {
  const clock = movableClock();
  return { ...aSandbox(t, { clock }), clock };
}

/** What the store is asked and told when one object among many changes; all pods are running by then. */
async function workOf(
  t: TestContext,
  { others, path, patch }: { others: number; path: string; patch: unknown },
) {
  const { ask, clock } = aWorld(t);
  for (let n = 0; n < others; n++) await createPair(ask, `other-${n}`);
  await createPair(ask, 'db');
  clock.move(5_000);
  assert.deepEqual(await addressesOf(ask, 'db'), ['db']);
  const reads = t.mock.method(Store.prototype, 'get');
  const writes = t.mock.method(Store.prototype, 'keep');
  const statements = t.mock.method(Store.prototype, 'statement');
  assert.equal((await ask('PATCH', `${DEFAULT}/${path}`, patch, MERGE)).status, 200);
  const counts = [reads, writes, statements].map(({ mock }) => mock.callCount());
  t.mock.restoreAll();
  const [read = 0, written = 0, asked = 0] = counts;
  return { reads: read, writes: written, statements: asked };
}

/** A Service and its pod. */
async function createPair(ask: Ask, name: string): Promise<void> {
  const labels = { app: name, team: 'data' };
  const containers = [{ name: 'c', image: 'nginx' }];
  const spec = { selector: labels, ports: [{ port: 3306 }] };
  for (const [plural, object] of [
    ['services', { apiVersion: 'v1', kind: 'Service', metadata: { name }, spec }],
    ['pods', { apiVersion: 'v1', kind: 'Pod', metadata: { name, labels }, spec: { containers } }],
  ] as const) {
    assert.equal((await ask('POST', `${DEFAULT}/${plural}`, object)).status, 201);
  }
}

/** The pods behind a Service. */
async function addressesOf(ask: Ask, name: string): Promise<readonly string[]> {
  const { body } = await ask('GET', `${DEFAULT}/endpoints/${name}`);
  const addresses: readonly { targetRef: { name: string } }[] = body.subsets?.[0]?.addresses ?? [];
  return addresses.map(({ targetRef }) => targetRef.name);
}
