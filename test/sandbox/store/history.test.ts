import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { type Ask, aConfigMap, aSandbox, CONFIG_MAPS, eventsOf } from '../a-sandbox.ts';

const HISTORY = 20;

describe('history that has been compacted', () => {
  test('ends a watch from it with an ERROR event of 410', async (t) => {
    const { sandbox, ask } = aSandbox(t, { history: HISTORY });
    const made = await ask('POST', CONFIG_MAPS, aConfigMap('a'));
    await churn(ask);
    const events = eventsOf(
      sandbox,
      `${CONFIG_MAPS}?watch=true&resourceVersion=${made.body.metadata.resourceVersion}`,
    );
    const { value } = await events.next();
    assert.equal(value.type, 'ERROR');
    assert.deepEqual([value.object.code, value.object.reason], [410, 'Expired']);
    assert.equal((await events.next()).done, true);
  });

  test('answers a continue token from it with 410', async (t) => {
    const { ask } = aSandbox(t, { history: HISTORY });
    for (const name of ['a', 'b']) await ask('POST', CONFIG_MAPS, aConfigMap(name));
    const page = await ask('GET', `${CONFIG_MAPS}?limit=1`);
    await churn(ask);
    const next = await ask('GET', `${CONFIG_MAPS}?limit=1&continue=${page.body.metadata.continue}`);
    assert.deepEqual([next.status, next.body.reason], [410, 'Expired']);
  });

  test('keeps every living object, however old', async (t) => {
    const { ask } = aSandbox(t, { history: HISTORY });
    await ask('POST', CONFIG_MAPS, aConfigMap('old', { is: 'gold' }));
    await churn(ask);
    assert.deepEqual((await ask('GET', `${CONFIG_MAPS}/old`)).body.data, { is: 'gold' });
  });
});

test('a list of an exact version shows what was there then', async (t) => {
  const { ask } = aSandbox(t, { controllers: [] });
  await ask('POST', CONFIG_MAPS, aConfigMap('a', { n: '1' }));
  const then = (await ask('POST', CONFIG_MAPS, aConfigMap('b'))).body.metadata.resourceVersion;
  await ask('PATCH', `${CONFIG_MAPS}/a`, { data: { n: '2' } }, 'application/merge-patch+json');
  await ask('DELETE', `${CONFIG_MAPS}/b`);
  await ask('POST', CONFIG_MAPS, aConfigMap('c'));
  const { body } = await ask('GET', `${CONFIG_MAPS}?resourceVersion=${then}&resourceVersionMatch=Exact`);
  assert.deepEqual(
    body.items.map(({ metadata, data }: { metadata: { name: string }; data?: object }) => [
      metadata.name,
      data,
    ]),
    [
      ['a', { n: '1' }],
      ['b', {}],
    ],
  );
});

async function churn(ask: Ask): Promise<void> {
  await ask('POST', CONFIG_MAPS, aConfigMap('churned'));
  for (let n = 0; n < 4 * HISTORY; n += 1) {
    await ask('PATCH', `${CONFIG_MAPS}/churned`, { data: { n: String(n) } }, 'application/merge-patch+json');
  }
}
