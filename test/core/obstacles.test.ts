import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { clearObstacles } from '../../src/core/obstacles.ts';

const mount = (mountPath: string, name: string) => ({ mountPath, name });

describe('obstacles to an apply', () => {
  const none: readonly (readonly [string, unknown, unknown])[] = [
    ['values that an apply sets', { a: 1 }, { a: 2 }],
    ['fields of others', { a: 1 }, { a: 1, b: 2 }],
    [
      'defaults of a probe',
      { readinessProbe: { exec: {} } },
      { readinessProbe: { exec: {}, periodSeconds: 9 } },
    ],
    [
      'a node port',
      { ports: [{ port: 1, name: 'a' }] },
      { ports: [{ port: 1, name: 'a', nodePort: 30_000 }] },
    ],
    ["others' elements", { env: [{ name: 'a', value: '1' }] }, { env: [{ name: 'b', value: '2' }] }],
    [
      'defaults of a rolling update',
      { strategy: { type: 'RollingUpdate' } },
      { strategy: { rollingUpdate: {} } },
    ],
    ['what is not there', { selector: { a: '1' } }, {}],
  ];
  for (const [what, desired, live] of none)
    test(`are not: ${what}`, () => assert.deepEqual(clearObstacles(desired, live), []));

  test('are replaced whole, at their place', () => {
    const desired = { 'a/b~c': { selector: { a: '1' } } };
    assert.deepEqual(clearObstacles(desired, { 'a/b~c': { selector: { b: '2' } } }), [
      { op: 'replace', path: '/a~1b~0c/selector', value: { a: '1' } },
    ]);
  });

  test('are the settings of a rolling update where pods are recreated', () => {
    const strategy = { type: 'Recreate' };
    assert.deepEqual(
      clearObstacles({ strategy }, { strategy: { type: 'RollingUpdate', rollingUpdate: {} } }),
      [{ op: 'replace', path: '/strategy', value: strategy }],
    );
  });

  test('keep the node port when a port takes another number', () => {
    const live = { ports: [{ name: 'db', port: 1, nodePort: 30_000 }] };
    assert.deepEqual(clearObstacles({ ports: [{ name: 'db', port: 2 }] }, live), [
      { op: 'replace', path: '/ports/0', value: { name: 'db', port: 2, nodePort: 30_000 } },
    ]);
  });

  test('under a name of ours give way to a missing element, and go when there is none; the last ones first', () => {
    const desired = { volumeMounts: [mount('/a', 'a'), mount('/b', 'b')] };
    const live = { volumeMounts: [mount('/x', 'a'), mount('/y', 'a'), mount('/b', 'b'), mount('/z', 'b')] };
    assert.deepEqual(clearObstacles(desired, live), [
      { op: 'replace', path: '/volumeMounts/0', value: mount('/a', 'a') },
      { op: 'remove', path: '/volumeMounts/3' },
      { op: 'remove', path: '/volumeMounts/1' },
    ]);
  });
});
