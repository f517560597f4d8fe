import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { applyStrategicPatch } from '../../../src/sandbox/patch/strategic-merge.ts';
import { builtinType } from '../../../src/sandbox/schema/builtin-schema.ts';

const pod = (spec: object, patch: object) =>
  applyStrategicPatch(builtinType('Pod'), { spec }, { spec: patch });
const containers = [
  { name: 'a', image: '1' },
  { name: 'b', image: '2' },
];

describe('a strategic merge patch', () => {
  test('merges containers by name and appends new ones', () => {
    const patched = pod({ containers }, { containers: [{ name: 'b', image: '3' }, { name: 'c' }] });
    assert.deepEqual(patched, {
      spec: { containers: [containers[0], { name: 'b', image: '3' }, { name: 'c' }] },
    });
  });

  test('deletes an item by directive', () => {
    assert.deepEqual(pod({ containers }, { containers: [{ $patch: 'delete', name: 'a' }] }), {
      spec: { containers: [containers[1]] },
    });
  });

  test('replaces a list by directive', () => {
    assert.deepEqual(pod({ containers }, { containers: [{ $patch: 'replace' }, { name: 'z' }] }), {
      spec: { containers: [{ name: 'z' }] },
    });
  });

  test('removes a field by null', () => {
    assert.deepEqual(pod({ nodeName: 'n', containers }, { nodeName: null }), { spec: { containers } });
  });

  test('orders a list as asked', () => {
    const patched = pod({ containers }, { '$setElementOrder/containers': [{ name: 'b' }, { name: 'a' }] });
    assert.deepEqual(patched, { spec: { containers: [containers[1], containers[0]] } });
  });

  test('replaces lists that have no key', () => {
    assert.deepEqual(pod({ tolerations: [{ key: 'a' }] }, { tolerations: [{ key: 'b' }] }), {
      spec: { tolerations: [{ key: 'b' }] },
    });
  });

  test('adds to and takes from sets of finalizers', () => {
    const type = builtinType('Pod');
    const object = { metadata: { finalizers: ['a', 'b'] } };
    const patch = { metadata: { finalizers: ['b', 'c'], '$deleteFromPrimitiveList/finalizers': ['a'] } };
    assert.deepEqual(applyStrategicPatch(type, object, patch), { metadata: { finalizers: ['b', 'c'] } });
  });

  test('keeps only the retained keys of a Deployment strategy', () => {
    const object = { spec: { strategy: { type: 'RollingUpdate', rollingUpdate: { maxSurge: 1 } } } };
    const patch = { spec: { strategy: { $retainKeys: ['type'], type: 'Recreate' } } };
    assert.deepEqual(applyStrategicPatch(builtinType('Deployment'), object, patch), {
      spec: { strategy: { type: 'Recreate' } },
    });
  });
});
