import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { evaluateJsonPath } from '../../../src/sandbox/crd/json-path.ts';

const object = {
  metadata: { annotations: { 'a.b/c': 'dotted' } },
  status: {
    conditions: [
      { type: 'Ready', status: 'True' },
      { type: 'Stalled', status: 'False' },
    ],
    ports: [1, 2],
  },
};

describe('a JSONPath of a printer column', () => {
  for (const [path, values] of [
    ['.status.conditions[?(@.type=="Ready")].status', ['True']],
    [".status.conditions[?(@.type!='Ready')].status", ['False']],
    ['.status.conditions[0].type', ['Ready']],
    ['.status.conditions[-1].type', ['Stalled']],
    ['.status.conditions[*].type', ['Ready', 'Stalled']],
    ['.status.ports', [[1, 2]]],
    [".metadata.annotations['a.b/c']", ['dotted']],
    ['.metadata.annotations.a\\.b/c', ['dotted']],
    ['{.status.ports[1]}', [2]],
    ['.nowhere.at.all', []],
    ['.status.conditions[?(', []],
  ] as const) {
    test(`${path} leads to ${JSON.stringify(values)}`, () =>
      assert.deepEqual(evaluateJsonPath(path, object), values));
  }
});
