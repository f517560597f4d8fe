import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ConnectionError } from '../../../src/kube/transport.ts';
import { aConfigMap, aSandbox, CONFIG_MAPS } from '../a-sandbox.ts';

test('faults can refuse a request, or drop the answer of one that was carried out', async (t) => {
  let failing = 'before';
  const { ask } = aSandbox(t, {
    faults: async (request, proceed) => {
      if (request.method !== 'POST') return proceed();
      if (failing === 'after') await proceed();
      throw new ConnectionError('sandbox', 'broken on purpose');
    },
  });
  await assert.rejects(ask('POST', CONFIG_MAPS, aConfigMap('a')), ConnectionError);
  assert.equal((await ask('GET', `${CONFIG_MAPS}/a`)).status, 404);
  failing = 'after';
  await assert.rejects(ask('POST', CONFIG_MAPS, aConfigMap('a')), ConnectionError);
  assert.equal((await ask('GET', `${CONFIG_MAPS}/a`)).status, 200);
});
