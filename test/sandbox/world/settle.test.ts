import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { formatKey, keyOf, parseKey } from '../../../src/kube/object.ts';
import { configMaps } from '../../../src/kube/resources.ts';
import type { SimulatedController } from '../../../src/sandbox/world.ts';
import { movableClock } from '../../support/movable-clock.ts';
import { aConfigMap, aSandbox, CONFIG_MAPS } from '../a-sandbox.ts';

const concerns: SimulatedController['concerns'] = ({ object, type }) =>
  object.kind === 'ConfigMap' && type !== 'DELETED' ? [formatKey(keyOf(object))] : [];

/** Counts data.n up to `target`, one step a run. */
const counting = (target: number): SimulatedController => ({
  name: 'counting',
  concerns,
  reconcile: (world, key) => {
    const map = world.get(configMaps, parseKey(key));
    const n = Number(map?.data?.n ?? '0');
    if (map !== undefined && n < target) world.update(configMaps, { ...map, data: { n: String(n + 1) } });
  },
});

describe('simulated controllers', () => {
  test('have come to rest when the answer to a write is given', async (t) => {
    const { ask } = aSandbox(t, { controllers: [counting(5)] });
    await ask('POST', CONFIG_MAPS, aConfigMap('a'));
    assert.deepEqual((await ask('GET', `${CONFIG_MAPS}/a`)).body.data, { n: '5' });
  });

  test('that never rest fail the write, and nothing of it is kept', async (t) => {
    const { ask } = aSandbox(t, { controllers: [counting(Number.POSITIVE_INFINITY)] });
    const answer = await ask('POST', CONFIG_MAPS, aConfigMap('a'));
    assert.equal(answer.status, 500);
    assert.match(answer.body.message, /counting does not come to rest on default\/a/);
    assert.equal((await ask('GET', `${CONFIG_MAPS}/a`)).status, 404);
  });

  test('run again when the time they asked for has come, and not before', async (t) => {
    const clock = movableClock();
    const patient: SimulatedController = {
      name: 'patient',
      concerns,
      reconcile: (world, key) => {
        const map = world.get(configMaps, parseKey(key));
        if (map === undefined) return;
        const due = Date.parse(map.metadata.creationTimestamp ?? '') + 5000;
        if (world.now < due) world.wakeAt(due, 'patient', key);
        else world.update(configMaps, { ...map, data: { done: 'yes' } });
      },
    };
    const { ask } = aSandbox(t, { controllers: [patient], clock });
    await ask('POST', CONFIG_MAPS, aConfigMap('a'));
    clock.move(4999);
    assert.deepEqual((await ask('GET', `${CONFIG_MAPS}/a`)).body.data, {});
    clock.move(1);
    assert.deepEqual((await ask('GET', `${CONFIG_MAPS}/a`)).body.data, { done: 'yes' });
  });

  test('do not run on a dry run', async (t) => {
    const { ask } = aSandbox(t, { controllers: [counting(5)] });
    await ask('POST', `${CONFIG_MAPS}?dryRun=All`, aConfigMap('a'));
    assert.equal((await ask('GET', `${CONFIG_MAPS}/a`)).status, 404);
  });
});
