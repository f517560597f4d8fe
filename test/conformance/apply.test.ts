/** @module Server-side apply: ownership of fields, conflicts, lists by key. */
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { Answer } from '../support/api.ts';
import { aConfigMap, type Ground, ground, ok, refused, widgetGround } from './ground.ts';

describe('apply', () => {
  test('creates what is not there with 201, and answers 200 afterwards', async (t) => {
    const { apply } = await applying(t);
    const made = ok(await apply('me', aConfigMap('a')), 201);
    assert.deepEqual(made.at('data'), { key: 'value' });
    assert.equal(ok(await apply('me', aConfigMap('a', { data: { key: 'other' } }))).at('data.key'), 'other');
  });

  test('records who owns which fields', async (t) => {
    const { apply } = await applying(t);
    const made = ok(await apply('me', aConfigMap('a', { metadata: { labels: { l: '1' } } })), 201);
    const [entry, ...others] = managed(made);
    assert.deepEqual(others, []);
    assert.equal(entry?.manager, 'me');
    assert.equal(entry?.operation, 'Apply');
    assert.equal(entry?.apiVersion, 'v1');
    assert.equal(entry?.fieldsType, 'FieldsV1');
    assert.match(String(entry?.time), /Z$/);
    assert.deepEqual(entry?.fieldsV1, {
      'f:data': { 'f:key': {}, ...('.' in dataOf(entry) ? { '.': {} } : {}) },
      'f:metadata': { 'f:labels': { 'f:l': {}, ...('.' in labelsOf(entry) ? { '.': {} } : {}) } },
    });
  });

  test('that changes nothing keeps the resourceVersion', async (t) => {
    const { apply } = await applying(t);
    const made = ok(await apply('me', aConfigMap('a')), 201);
    const same = ok(await apply('me', aConfigMap('a')));
    assert.equal(same.at('metadata.resourceVersion'), made.at('metadata.resourceVersion'));
    assert.deepEqual(same.at('metadata.managedFields'), made.at('metadata.managedFields'));
  });

  test('without a field manager is refused', async (t) => {
    const { api, configMaps } = await ground(t);
    const answer = await api.patch(`${configMaps}/a`, 'apply', aConfigMap('a'));
    refused(answer, {
      code: 422,
      reason: 'Invalid',
      fields: ['fieldManager'],
      causes: ['FieldValueRequired'],
      kind: 'PatchOptions',
      message: /fieldManager: Required value: is required for apply patch$/,
    });
  });

  test('takes YAML', async (t) => {
    const { api, configMaps } = await ground(t);
    const body = 'apiVersion: v1\nkind: ConfigMap\nmetadata: {name: a}\ndata: {key: "yes"}\n';
    assert.equal(
      ok(await api.patch(`${configMaps}/a?fieldManager=me`, 'apply', body), 201).at('data.key'),
      'yes',
    );
  });

  test('without kind and apiVersion is refused', async (t) => {
    const { api, configMaps } = await ground(t);
    const answer = await api.patch(`${configMaps}/a?fieldManager=me`, 'apply', { metadata: { name: 'a' } });
    assert.ok([400, 500].includes(answer.status), JSON.stringify(answer.body));
  });

  test('of an object with managedFields is refused', async (t) => {
    const { apply } = await applying(t);
    const made = ok(await apply('me', aConfigMap('a')), 201);
    const metadata = { name: 'a', managedFields: made.at('metadata.managedFields') };
    const answer = await apply('me', { ...aConfigMap('a'), metadata });
    refused(answer, { code: 400, reason: 'BadRequest', message: /metadata\.managedFields must be nil/ });
  });

  test('with a resourceVersion that is old is a Conflict', async (t) => {
    const { apply } = await applying(t);
    const made = ok(await apply('me', aConfigMap('a')), 201);
    ok(await apply('me', aConfigMap('a', { data: { n: '1' } })));
    const metadata = { resourceVersion: made.at('metadata.resourceVersion') };
    const answer = await apply('me', aConfigMap('a', { metadata, data: { n: '2' } }));
    refused(answer, { code: 409, reason: 'Conflict', name: 'a' });
  });

  test('with force given to another kind of patch is refused', async (t) => {
    const { api, configMaps, configMap } = await ground(t);
    await configMap('a');
    const answer = await api.patch(`${configMaps}/a?force=true`, 'merge', { data: {} });
    refused(answer, { code: 422, reason: 'Invalid', fields: ['force'], causes: ['FieldValueForbidden'] });
  });
});

describe('a field that another applied with another value', () => {
  test('is a Conflict whose causes name field and manager, and nothing changes', async (t) => {
    const { apply, read } = await applying(t);
    ok(await apply('first', aConfigMap('a', { data: { one: '1', two: '2' } })), 201);
    const before = await read('a');
    const answer = await apply('second', aConfigMap('a', { data: { one: 'I', two: 'II' } }));
    refused(answer, {
      code: 409,
      reason: 'Conflict',
      fields: ['.data.one', '.data.two'],
      causes: ['FieldManagerConflict'],
      message: /^Apply failed with 2 conflicts: conflicts with "first"/,
    });
    assert.match(String(answer.at('details.causes.0.message')), /^conflict with "first"/);
    assert.deepEqual((await read('a')).body, before.body);
  });

  test('passes to who forces it', async (t) => {
    const { apply } = await applying(t);
    ok(await apply('first', aConfigMap('a', { data: { one: '1', two: '2' } })), 201);
    const taken = ok(await apply('second', aConfigMap('a', { data: { one: 'I' } }), true));
    assert.deepEqual(taken.at('data'), { one: 'I', two: '2' });
    assert.deepEqual(ownersOf(taken, 'f:one'), ['second']);
    assert.deepEqual(ownersOf(taken, 'f:two'), ['first']);
  });

  test('with the same value is owned by both', async (t) => {
    const { apply } = await applying(t);
    ok(await apply('first', aConfigMap('a')), 201);
    const both = ok(await apply('second', aConfigMap('a')));
    assert.deepEqual(ownersOf(both, 'f:key'), ['first', 'second']);
  });

  test('stays when one of two owners gives it up, and goes with the last', async (t) => {
    const { apply } = await applying(t);
    ok(await apply('first', aConfigMap('a', { data: { shared: 'x', own: 'y' } })), 201);
    ok(await apply('second', aConfigMap('a', { data: { shared: 'x' } })));
    const kept = ok(await apply('first', aConfigMap('a', { data: { own: 'y' } })));
    assert.deepEqual(kept.at('data'), { shared: 'x', own: 'y' });
    const gone = ok(await apply('second', aConfigMap('a', { data: {} })));
    assert.deepEqual(gone.at('data'), { own: 'y' });
  });
});

describe('a field no longer applied', () => {
  test('is removed when nobody else owns it', async (t) => {
    const { apply } = await applying(t);
    ok(
      await apply(
        'me',
        aConfigMap('a', { metadata: { labels: { a: '1', b: '2' } }, data: { x: '1', y: '2' } }),
      ),
      201,
    );
    const less = ok(
      await apply('me', aConfigMap('a', { metadata: { labels: { a: '1' } }, data: { x: '1' } })),
    );
    assert.deepEqual(less.at('data'), { x: '1' });
    assert.deepEqual(less.at('metadata.labels'), { a: '1' });
  });

  test('stays when others changed it by an update: then it is theirs', async (t) => {
    const { apply, api, configMaps } = await applying(t);
    ok(await apply('me', aConfigMap('a', { data: { x: '1', y: '2' } })), 201);
    ok(await api.patch(`${configMaps}/a?fieldManager=other`, 'merge', { data: { y: '3' } }));
    const kept = ok(await apply('me', aConfigMap('a', { data: { x: '1' } })));
    assert.deepEqual(kept.at('data'), { x: '1', y: '3' });
  });
});

test('what was created by POST conflicts with an apply of other values', async (t) => {
  const { apply, api, configMaps } = await applying(t);
  ok(await api.post(`${configMaps}?fieldManager=poster`, aConfigMap('a')), 201);
  const answer = await apply('me', aConfigMap('a', { data: { key: 'other' } }));
  refused(answer, {
    code: 409,
    reason: 'Conflict',
    fields: ['.data.key'],
    causes: ['FieldManagerConflict'],
    message: /^Apply failed with 1 conflict: conflict with "poster" using v1/,
  });
  const forced = ok(await apply('me', aConfigMap('a', { data: { key: 'other' } }), true));
  assert.deepEqual(ownersOf(forced, 'f:key'), ['me']);
});

test('an update by PUT or merge patch takes the changed fields from who applied them', async (t) => {
  const { apply, api, configMaps } = await applying(t);
  ok(await apply('me', aConfigMap('a', { data: { x: '1', y: '2' } })), 201);
  const patched = ok(await api.patch(`${configMaps}/a?fieldManager=other`, 'merge', { data: { y: '3' } }));
  assert.deepEqual(ownersOf(patched, 'f:x'), ['me']);
  assert.deepEqual(ownersOf(patched, 'f:y'), ['other']);
});

describe('apply of a list by key', () => {
  const container = (more: object = {}) => ({ name: 'c', image: 'mysql:8.4', ...more });
  const deployment = (containers: readonly object[], more: object = {}) => ({
    apiVersion: 'apps/v1',
    kind: 'Deployment',
    metadata: { name: 'd' },
    spec: {
      replicas: 0,
      selector: { matchLabels: { a: 'b' } },
      template: { metadata: { labels: { a: 'b' } }, spec: { containers } },
      ...more,
    },
  });

  test('merges containers, env and ports of two managers', async (t) => {
    const { api, path } = await ground(t);
    const url = (manager: string) => `${path('apps/v1', 'deployments', 'd')}?fieldManager=${manager}`;
    const first = container({ env: [{ name: 'A', value: '1' }], ports: [{ containerPort: 3306 }] });
    ok(await api.patch(url('first'), 'apply', deployment([first])), 201);
    const sidecar = { name: 'side', image: 'mysql:8.0' };
    const second = {
      ...deployment([{ name: 'c', env: [{ name: 'B', value: '2' }] }, sidecar]),
      spec: {
        template: { spec: { containers: [{ name: 'c', env: [{ name: 'B', value: '2' }] }, sidecar] } },
      },
    };
    const both = ok(await api.patch(url('second'), 'apply', second));
    const merged = both.at('spec.template.spec.containers') as { name: string; env?: { name: string }[] }[];
    assert.deepEqual(merged.map(({ name }) => name).sort(), ['c', 'side']);
    assert.deepEqual(
      merged
        .find(({ name }) => name === 'c')
        ?.env?.map(({ name }) => name)
        .sort(),
      ['A', 'B'],
    );
    const without = ok(await api.patch(url('second'), 'apply', { ...second, spec: {} }));
    assert.deepEqual(without.at('spec.template.spec.containers.0.env'), [{ name: 'A', value: '1' }]);
    assert.equal(without.at('spec.template.spec.containers.1'), undefined);
  });

  test('names the key in a conflict', async (t) => {
    const { api, path } = await ground(t);
    const url = (manager: string) => `${path('apps/v1', 'deployments', 'd')}?fieldManager=${manager}`;
    ok(await api.patch(url('first'), 'apply', deployment([container()])), 201);
    const answer = await api.patch(url('second'), 'apply', deployment([container({ image: 'mysql:8.0' })]));
    refused(answer, {
      code: 409,
      reason: 'Conflict',
      fields: ['.spec.template.spec.containers[name="c"].image'],
      causes: ['FieldManagerConflict'],
    });
  });

  test('leaves replicas to who owns them when they are not applied', async (t) => {
    const { api, path } = await ground(t);
    const url = path('apps/v1', 'deployments', 'd');
    const { replicas: _, ...spec } = deployment([container()]).spec as Record<string, unknown>;
    ok(await api.patch(`${url}?fieldManager=me`, 'apply', { ...deployment([container()]), spec }), 201);
    ok(await api.patch(`${url}/scale?fieldManager=hpa`, 'merge', { spec: { replicas: 0 } }));
    const again = ok(
      await api.patch(`${url}?fieldManager=me`, 'apply', { ...deployment([container()]), spec }),
    );
    assert.equal(again.at('spec.replicas'), 0);
  });

  test('works on a custom resource by x-kubernetes-list-map-keys', async (t) => {
    const { api, widgets, widget } = await widgetGround(t);
    const apply = (manager: string, spec: object) =>
      api.patch(`${widgets}/a?fieldManager=${manager}`, 'apply', widget('a', spec));
    ok(await apply('first', { parts: [{ name: 'x', count: 1 }] }), 201);
    const both = ok(await apply('second', { parts: [{ name: 'y', count: 2 }] }));
    assert.deepEqual(both.at('spec.parts'), [
      { name: 'x', count: 1 },
      { name: 'y', count: 2 },
    ]);
    const conflict = await apply('second', {
      parts: [
        { name: 'x', count: 9 },
        { name: 'y', count: 2 },
      ],
    });
    refused(conflict, { code: 409, reason: 'Conflict', fields: ['.spec.parts[name="x"].count'] });
    assert.deepEqual(ok(await apply('second', {})).at('spec.parts'), [{ name: 'x', count: 1 }]);
  });

  test('with the same key twice is refused', async (t) => {
    const { api, widgets, widget } = await widgetGround(t);
    const parts = [{ name: 'x' }, { name: 'x' }];
    const answer = await api.patch(`${widgets}/a?fieldManager=me`, 'apply', widget('a', { parts }));
    assert.ok(answer.status >= 400, JSON.stringify(answer.body));
  });
});

test('apply to the status subresource changes status only, under an entry of its own', async (t) => {
  const { api, widgets, widget, supports } = await widgetGround(t);
  ok(await api.patch(`${widgets}/a?fieldManager=me`, 'apply', widget('a', { size: 2 })), 201);
  const body = { ...widget('a', { size: 5 }), status: { size: 4 } };
  const applied = ok(await api.patch(`${widgets}/a/status?fieldManager=me`, 'apply', body));
  assert.equal(applied.at('status.size'), 4);
  assert.equal(applied.at('spec.size'), 2);
  if (supports.managedSubresource) {
    const entry = managed(applied).find(({ subresource }) => subresource === 'status');
    assert.deepEqual(entry?.fieldsV1, { 'f:status': { 'f:size': {} } });
  }
});

interface Entry {
  readonly manager: string;
  readonly operation: string;
  readonly apiVersion: string;
  readonly fieldsType: string;
  readonly time: string;
  readonly subresource?: string;
  readonly fieldsV1: Readonly<Record<string, Readonly<Record<string, unknown>>>>;
}

interface Applying extends Ground {
  apply(manager: string, object: unknown, force?: boolean): Promise<Answer>;
  read(name: string): Promise<Answer>;
}

async function applying(t: Parameters<typeof ground>[0]): Promise<Applying> {
  const server = await ground(t);
  const { api, configMaps } = server;
  return {
    ...server,
    apply: (manager, object, force = false) => {
      const { name } = (object as { metadata: { name: string } }).metadata;
      const query = `fieldManager=${manager}${force ? '&force=true' : ''}`;
      return api.patch(`${configMaps}/${name}?${query}`, 'apply', object);
    },
    read: (name) => api.get(`${configMaps}/${name}`),
  };
}

function managed(answer: Answer): readonly Entry[] {
  const entries = answer.at('metadata.managedFields');
  assert.ok(Array.isArray(entries), JSON.stringify(answer.body));
  return entries;
}

/** Who owns the key of `data`, sorted. */
function ownersOf(answer: Answer, key: string): readonly string[] {
  return managed(answer)
    .filter(({ fieldsV1 }) => key in (fieldsV1['f:data'] ?? {}))
    .map(({ manager }) => manager)
    .sort();
}

// older servers claim the map itself (".") where newer ones claim only the keys
function dataOf(entry: Entry | undefined): object {
  return entry?.fieldsV1['f:data'] ?? {};
}

function labelsOf(entry: Entry | undefined): object {
  return (entry?.fieldsV1['f:metadata']?.['f:labels'] as object | undefined) ?? {};
}
