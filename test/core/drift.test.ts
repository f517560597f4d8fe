import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import fc from 'fast-check';
import { drift } from '../../src/core/drift.ts';

const paths = (desired: unknown, live: unknown) => drift(desired, live).map(({ path }) => path);

describe('what is drift', () => {
  const cases: readonly (readonly [string, unknown, unknown, string])[] = [
    ['another scalar', { spec: { replicas: 2 } }, { spec: { replicas: 5 } }, 'spec.replicas'],
    ['a missing field', { spec: { type: 'X' } }, { spec: {} }, 'spec.type'],
    ['a missing object', { spec: { selector: { a: 'b' } } }, {}, 'spec'],
    [
      'the image of a named container',
      { containers: [{ name: 'db', image: 'a' }] },
      { containers: [{ name: 'side' }, { name: 'db', image: 'b' }] },
      'containers[db].image',
    ],
    ['a missing container', { containers: [{ name: 'db' }] }, { containers: [] }, 'containers[db]'],
    [
      'another variable',
      { env: [{ name: 'A', value: '1' }] },
      { env: [{ name: 'A', value: '2' }] },
      'env[A].value',
    ],
    ['another port', { ports: [{ port: 1 }] }, { ports: [{ port: 2 }] }, 'ports[1]'],
    ['a second value', { env: [{ name: 'A' }] }, { env: [{ name: 'A', valueFrom: {} }] }, 'env[A].valueFrom'],
    [
      'a label too many in a selector',
      { selector: { a: '1' } },
      { selector: { a: '1', b: '2' } },
      'selector.b',
    ],
    ['another quantity', { requests: { cpu: '1' } }, { requests: { cpu: '2' } }, 'requests.cpu'],
    ['an element of a plain list', { drop: ['ALL'] }, { drop: ['NET'] }, 'drop'],
    ['a plain list that is longer', { drop: ['ALL'] }, { drop: ['ALL', 'NET'] }, 'drop'],
    [
      'a label, whose key has dots',
      { labels: { 'app.kubernetes.io/name': 'a' } },
      { labels: {} },
      'labels[app.kubernetes.io/name]',
    ],
    ['a type', { port: '3306' }, { port: 3306 }, 'port'],
    ['a replica count of 0 that is absent', { replicas: 0 }, {}, 'replicas'],
  ];
  for (const [name, desired, live, path] of cases) {
    test(name, () => assert.deepEqual(paths(desired, live), [path]));
  }

  test('an element that took the name of a wanted one', () => {
    const taken = { port: 2, name: 'x' };
    const found = drift({ ports: [{ port: 1, name: 'x' }] }, { ports: [taken] });
    assert.deepEqual(found[1], { path: 'ports[2]', want: undefined, got: taken });
  });

  test('tells what was wanted and what was found', () => {
    assert.deepEqual(drift({ a: { b: 1 } }, { a: { b: 2 } }), [{ path: 'a.b', want: 1, got: 2 }]);
  });
});

describe('what is no drift', () => {
  const cases: readonly (readonly [string, unknown, unknown])[] = [
    ['a default of the server', { spec: { a: 1 } }, { spec: { a: 1, b: 2 } }],
    ['a sidecar', { containers: [{ name: 'db' }] }, { containers: [{ name: 'side' }, { name: 'db' }] }],
    ['a node port', { ports: [{ port: 1 }] }, { ports: [{ port: 1, protocol: 'TCP', nodePort: 30000 }] }],
    ['the same quantity in other words', { limits: { memory: '2048Mi' } }, { limits: { memory: '2Gi' } }],
    ['the same number of processors', { requests: { cpu: '1000m' } }, { requests: { cpu: '1' } }],
    ['an empty map that was dropped', { nodeSelector: {} }, {}],
    ['an empty text that was dropped', { env: [{ name: 'A', value: '' }] }, { env: [{ name: 'A' }] }],
    ['an empty list that was dropped', { args: [] }, {}],
    ['a field that is not wanted', { a: undefined }, { a: 1 }],
    ['a default inside a plain list', { items: [{ key: 'k' }] }, { items: [{ key: 'k', mode: 4 }] }],
  ];
  for (const [name, desired, live] of cases) {
    test(name, () => assert.deepEqual(drift(desired, live), []));
  }

  test('anything compared with itself', () => {
    fc.assert(
      fc.property(fc.jsonValue(), (value) => assert.deepEqual(drift(value, structuredClone(value)), [])),
    );
  });
});
