/** @module Whoever measures requests is told of each, and of nothing twice. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { configMaps } from '../../../src/kube/resources.ts';
import type { RequestOutcome } from '../../../src/kube/rest/request-observer.ts';
import { createClient } from '../../../src/kube/rest-client.ts';
import { ConnectionError, type WireResponse } from '../../../src/kube/transport.ts';
import { virtualClock } from '../../runtime/virtual-clock.ts';

test('every try is told with its code and how long it took, a watch without', async () => {
  const clock = virtualClock();
  const answers: (() => WireResponse)[] = [
    () => answer(429, '{}', { 'retry-after': '1' }),
    () => {
      throw new ConnectionError('https://k8s:6443', 'reset', { code: 'ECONNRESET' });
    },
    () => answer(200, '{"kind":"ConfigMapList","metadata":{},"items":[]}'),
    () => answer(200, ''),
  ];
  const outcomes: RequestOutcome[] = [];
  const transport = {
    server: 'https://k8s:6443',
    async send() {
      await clock.sleep(40);
      const next = answers.shift();
      assert.ok(next !== undefined);
      return next();
    },
    close: () => Promise.resolve(),
  };
  const client = createClient(transport, { clock, onRequest: (outcome) => outcomes.push(outcome) });
  const listed = client.list(configMaps);
  await clock.advance(5000);
  await listed;
  const watched = (async () => {
    for await (const event of client.watch(configMaps)) assert.fail(event.type);
  })();
  await clock.advance(1000);
  await watched;
  const common = { method: 'GET', server: 'https://k8s:6443' };
  assert.deepEqual(outcomes, [
    { ...common, code: 429, ms: 40 },
    { ...common, code: undefined, ms: 40 },
    { ...common, code: 200, ms: 40 },
    { ...common, code: 200, ms: undefined },
  ]);
});

function answer(status: number, text: string, headers: Readonly<Record<string, string>> = {}): WireResponse {
  const body = (async function* () {
    yield new TextEncoder().encode(text);
  })();
  return { status, headers: { 'content-type': 'application/json', ...headers }, body };
}
