/** @module The status and scale subresources. */
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { eventually, ground, ok, refused, widgetGround } from './ground.ts';

describe('the status subresource of a custom resource', () => {
  test('is the only way to write status: creates, replaces and patches of the object drop it', async (t) => {
    const { api, widgets, widget } = await widgetGround(t);
    const made = ok(await api.post(widgets, { ...widget('a', {}), status: { size: 7 } }), 201);
    assert.equal(made.at('status'), undefined);
    ok(await api.patch(`${widgets}/a/status`, 'merge', { status: { size: 7 } }));
    const replaced = ok(
      await api.put(`${widgets}/a`, {
        ...(ok(await api.get(`${widgets}/a`)).body as object),
        status: { size: 9 },
      }),
    );
    assert.equal(replaced.at('status.size'), 7);
    assert.equal(ok(await api.patch(`${widgets}/a`, 'merge', { status: { size: 9 } })).at('status.size'), 7);
  });

  test('changes neither spec, labels nor generation', async (t) => {
    const { api, widgets, widget } = await widgetGround(t);
    ok(await api.post(widgets, widget('a', { size: 2 }, { labels: { l: '1' } })), 201);
    const change = { spec: { size: 5 }, metadata: { labels: { l: '2' } }, status: { size: 2 } };
    const patched = ok(await api.patch(`${widgets}/a/status`, 'merge', change));
    assert.deepEqual(patched.at('spec'), { size: 2 });
    assert.deepEqual(patched.at('metadata.labels'), { l: '1' });
    assert.equal(patched.at('metadata.generation'), 1);
    assert.deepEqual(patched.at('status'), { size: 2 });
  });

  test('takes a PUT with the resourceVersion, and refuses an old one', async (t) => {
    const { api, widgets, widget } = await widgetGround(t);
    const made = ok(await api.post(widgets, widget('a', {})), 201);
    const body = { ...(made.body as object), status: { size: 1 } };
    ok(await api.put(`${widgets}/a/status`, body));
    refused(await api.put(`${widgets}/a/status`, { ...body, status: { size: 2 } }), {
      code: 409,
      reason: 'Conflict',
    });
  });

  test('is validated and pruned by the schema', async (t) => {
    const { api, widgets, widget } = await widgetGround(t);
    ok(await api.post(widgets, widget('a', {})), 201);
    const answer = await api.patch(`${widgets}/a/status`, 'merge', { status: { size: 'much' } });
    // the scale path to the same field may be named beside it
    const message = /status\.size in body must be of type integer: "string"/;
    refused(answer, { code: 422, reason: 'Invalid', message });
    const pruned = ok(await api.patch(`${widgets}/a/status`, 'merge', { status: { size: 1, odd: 1 } }));
    assert.deepEqual(pruned.at('status'), { size: 1 });
  });

  test('can be read', async (t) => {
    const { api, widgets, widget } = await widgetGround(t);
    ok(await api.post(widgets, widget('a', {})), 201);
    assert.equal(ok(await api.get(`${widgets}/a/status`)).at('kind'), 'Widget');
  });

  test('of a CRD without it is 404, and status is then an ordinary field', async (t) => {
    const { api, widgets, widget } = await widgetGround(t, { subresources: {} });
    const made = ok(await api.post(widgets, { ...widget('a', {}), status: { size: 7 } }), 201);
    assert.equal(made.at('status.size'), 7);
    assert.equal((await api.patch(`${widgets}/a/status`, 'merge', { status: {} })).status, 404);
    assert.equal((await api.get(`${widgets}/a/scale`)).status, 404);
  });
});

describe('the scale subresource of a custom resource', () => {
  test('shows replicas and selector by the paths of the CRD', async (t) => {
    const { api, widgets, widget, namespace } = await widgetGround(t);
    const made = ok(await api.post(widgets, widget('a', { size: 3 })), 201);
    ok(await api.patch(`${widgets}/a/status`, 'merge', { status: { size: 2, selector: 'a=b' } }));
    const scale = ok(await api.get(`${widgets}/a/scale`));
    assert.equal(scale.at('kind'), 'Scale');
    assert.equal(scale.at('apiVersion'), 'autoscaling/v1');
    assert.deepEqual(scale.at('spec'), { replicas: 3 });
    assert.deepEqual(scale.at('status'), { replicas: 2, selector: 'a=b' });
    assert.equal(scale.at('metadata.name'), 'a');
    assert.equal(scale.at('metadata.namespace'), namespace);
    assert.equal(scale.at('metadata.uid'), made.at('metadata.uid'));
  });

  test('changes spec by PUT and by merge patch, and generation with it', async (t) => {
    const { api, widgets, widget } = await widgetGround(t);
    ok(await api.post(widgets, widget('a', { size: 3, colour: 'red' })), 201);
    const scale = ok(await api.get(`${widgets}/a/scale`));
    ok(await api.put(`${widgets}/a/scale`, { ...(scale.body as object), spec: { replicas: 4 } }));
    const patched = ok(await api.patch(`${widgets}/a/scale`, 'merge', { spec: { replicas: 5 } }));
    assert.equal(patched.at('spec.replicas'), 5);
    const found = ok(await api.get(`${widgets}/a`));
    assert.deepEqual(found.at('spec'), { size: 5, colour: 'red' });
    assert.equal(found.at('metadata.generation'), 3);
  });

  test('is held to the schema', async (t) => {
    const { api, widgets, widget } = await widgetGround(t);
    ok(await api.post(widgets, widget('a', { size: 3 })), 201);
    const answer = await api.patch(`${widgets}/a/scale`, 'merge', { spec: { replicas: 9 } });
    refused(answer, { code: 422, reason: 'Invalid', fields: ['spec.size'] });
    assert.equal(ok(await api.get(`${widgets}/a`)).at('spec.size'), 3);
  });

  test('with an old resourceVersion is a Conflict', async (t) => {
    const { api, widgets, widget } = await widgetGround(t);
    ok(await api.post(widgets, widget('a', { size: 3 })), 201);
    const scale = ok(await api.get(`${widgets}/a/scale`));
    ok(await api.patch(`${widgets}/a`, 'merge', { spec: { size: 2 } }));
    const answer = await api.put(`${widgets}/a/scale`, { ...(scale.body as object), spec: { replicas: 4 } });
    refused(answer, { code: 409, reason: 'Conflict' });
  });

  test('of nothing is NotFound', async (t) => {
    const { api, widgets } = await widgetGround(t);
    refused(await api.get(`${widgets}/a/scale`), {
      code: 404,
      reason: 'NotFound',
      name: 'a',
      kind: 'widgets',
    });
  });
});

describe('the subresources of a Deployment', () => {
  const template = {
    metadata: { labels: { a: 'b' } },
    spec: { containers: [{ name: 'c', image: 'mysql:8.4' }] },
  };
  const deployment = {
    metadata: { name: 'd' },
    spec: { replicas: 0, selector: { matchLabels: { a: 'b' } }, template },
  };

  test('scale changes spec.replicas', async (t) => {
    const { api, path } = await ground(t);
    ok(await api.post(path('apps/v1', 'deployments'), deployment), 201);
    const scale = ok(await api.get(path('apps/v1', 'deployments', 'd', 'scale')));
    assert.equal(scale.at('kind'), 'Scale');
    assert.equal(scale.at('spec.replicas') ?? 0, 0);
    assert.equal(scale.at('status.selector'), 'a=b');
    ok(await api.patch(path('apps/v1', 'deployments', 'd', 'scale'), 'merge', { spec: { replicas: 2 } }));
    assert.equal(ok(await api.get(path('apps/v1', 'deployments', 'd'))).at('spec.replicas'), 2);
  });

  test('status is dropped from writes of the object', async (t) => {
    const server = await ground(t);
    const { api, path } = server;
    ok(await api.post(path('apps/v1', 'deployments'), { ...deployment, status: { replicas: 9 } }), 201);
    const url = path('apps/v1', 'deployments', 'd');
    ok(await api.patch(url, 'merge', { status: { replicas: 9 } }));
    const found = server.hasControllers
      ? await eventually(
          () => api.get(url),
          (answer) => answer.at('status.observedGeneration') === 1,
        )
      : await api.get(url);
    assert.equal(found.at('status.replicas'), undefined);
  });
});
