/** @module Secrets and ConfigMaps. */
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { ground, ok, refused } from './ground.ts';

describe('a Secret', () => {
  test('takes stringData into data and does not show it again', async (t) => {
    const { api, path } = await ground(t);
    const body = { metadata: { name: 's' }, data: { a: 'b2xk', b: 'Yg==' }, stringData: { a: 'new' } };
    const made = ok(await api.post(path('v1', 'secrets'), body), 201);
    assert.deepEqual(made.at('data'), { a: 'bmV3', b: 'Yg==' });
    assert.equal(made.at('stringData'), undefined);
    assert.equal(made.at('type'), 'Opaque');
  });

  test('takes stringData by a merge patch', async (t) => {
    const { api, path } = await ground(t);
    ok(await api.post(path('v1', 'secrets'), { metadata: { name: 's' }, data: { a: 'YQ==' } }), 201);
    const patched = ok(await api.patch(path('v1', 'secrets', 's'), 'merge', { stringData: { b: 'b' } }));
    assert.deepEqual(patched.at('data'), { a: 'YQ==', b: 'Yg==' });
  });

  test('keeps its type', async (t) => {
    const { api, path } = await ground(t);
    ok(await api.post(path('v1', 'secrets'), { metadata: { name: 's' } }), 201);
    const answer = await api.patch(path('v1', 'secrets', 's'), 'merge', { type: 'example.test/other' });
    refused(answer, { code: 422, reason: 'Invalid', fields: ['type'] });
  });

  test('that is immutable keeps its data', async (t) => {
    const { api, path } = await ground(t);
    ok(
      await api.post(path('v1', 'secrets'), {
        metadata: { name: 's' },
        immutable: true,
        data: { a: 'YQ==' },
      }),
      201,
    );
    const answer = await api.patch(path('v1', 'secrets', 's'), 'merge', { data: { a: 'Yg==' } });
    refused(answer, { code: 422, reason: 'Invalid', fields: ['data'] });
  });

  test('with data that is not base64 is refused', async (t) => {
    const { api, path } = await ground(t);
    refused(await api.post(path('v1', 'secrets'), { metadata: { name: 's' }, data: { a: '!' } }), {
      code: 400,
      reason: 'BadRequest',
    });
  });

  test('with a key that is no file name is refused', async (t) => {
    const { api, path } = await ground(t);
    const answer = await api.post(path('v1', 'secrets'), {
      metadata: { name: 's' },
      stringData: { 'a b': 'x' },
    });
    refused(answer, { code: 422, reason: 'Invalid', fields: ['data[a b]'] });
  });
});

describe('a ConfigMap', () => {
  test('with one key in data and binaryData is refused', async (t) => {
    const { api, path } = await ground(t);
    const body = { metadata: { name: 'c' }, data: { a: 'x' }, binaryData: { a: 'eA==' } };
    const answer = await api.post(path('v1', 'configmaps'), body);
    assert.equal(answer.status, 422, JSON.stringify(answer.body));
  });
});
