/** @module Pages are answered over HTTP. */
import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { type HttpStageOptions, httpStage } from '../../../src/runtime/manager/http-stage.ts';

const pages: HttpStageOptions['pages'] = {
  '/plain': () => ({ status: 200, text: 'ok' }),
  '/late': async () => ({ status: 503, contentType: 'text/css', text: 'not yet' }),
  '/broken': () => Promise.reject(new Error('no page')),
};

const asked: readonly { readonly request: string; readonly answer: string }[] = [
  { request: 'GET /plain', answer: '200 text/plain ok' },
  { request: 'GET /plain?verbose', answer: '200 text/plain ok' },
  { request: 'HEAD /plain', answer: '200 text/plain ' },
  { request: 'GET /late', answer: '503 text/css not yet' },
  { request: 'GET /', answer: '404 text/plain not found' },
  { request: 'GET /toString', answer: '404 text/plain not found' },
  { request: 'POST /plain', answer: '405 text/plain method not allowed' },
];
for (const { request, answer } of asked) {
  test(`${request} is answered with ${answer}`, async (t) => {
    const { port } = await serve(t, { pages });
    assert.equal(await ask(port, request), answer);
  });
}

test('a page that cannot be made is answered with 500, and reported', async (t) => {
  const errors: unknown[] = [];
  const { port } = await serve(t, { pages, onError: (error) => errors.push(error) });
  assert.equal(await ask(port, 'GET /broken'), '500 text/plain internal error');
  assert.deepEqual(errors.map(String), ['Error: no page']);
});

test('a port that is taken is a failure to start', async (t) => {
  const { port } = await serve(t, { pages });
  await assert.rejects(serve(t, { pages, port }), { code: 'EADDRINUSE' });
});

test('nothing is answered after the stop', async (t) => {
  const { port, stop } = await serve(t, { pages });
  await stop();
  await assert.rejects(ask(port, 'GET /plain'));
});

async function serve(t: TestContext, options: Partial<HttpStageOptions>) {
  let port = 0;
  const stage = httpStage({
    host: '127.0.0.1',
    port: 0,
    pages: {},
    onListening: (chosen) => {
      port = chosen;
    },
    onError: noFailure,
    ...options,
  });
  const stop = () => stage.stop(new AbortController().signal);
  t.after(stop);
  await stage.start(new AbortController().signal, noFailure);
  return { port, stop };
}

async function ask(port: number, request: string): Promise<string> {
  const [method = '', path = ''] = request.split(' ');
  const response = await fetch(`http://127.0.0.1:${port}${path}`, { method });
  return `${response.status} ${response.headers.get('content-type')} ${await response.text()}`;
}

function noFailure(error: unknown): void {
  assert.fail(String(error));
}
