/** @module The CRD offers what api.md promises to kubectl, HPA and older servers. */
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { databaseManagerCrd } from '../../src/api/crd.ts';
import { withoutValidationRules } from '../../src/api/without-validation-rules.ts';

describe('the CRD', () => {
  test('has the short name dm and is in category all', () => {
    const { names } = databaseManagerCrd().spec as { names: Record<string, unknown> };
    assert.deepEqual(names, {
      kind: 'DatabaseManager',
      listKind: 'DatabaseManagerList',
      plural: 'databasemanagers',
      singular: 'databasemanager',
      shortNames: ['dm'],
      categories: ['all'],
    });
  });

  test('has the subresources status and scale, the latter with its selector', () => {
    assert.deepEqual(version().subresources, {
      status: {},
      scale: {
        specReplicasPath: '.spec.replicas',
        statusReplicasPath: '.status.replicas',
        labelSelectorPath: '.status.selector',
      },
    });
  });

  test('prints the columns in the promised order, three of them with -o wide only', () => {
    const columns = version().additionalPrinterColumns as { name: string; priority?: number }[];
    const shown = (wide: boolean) =>
      columns.filter(({ priority }) => (priority === 1) === wide).map(({ name }) => name);
    assert.deepEqual(shown(false), ['Type', 'Version', 'Desired', 'Available', 'Ready', 'Status', 'Age']);
    assert.deepEqual(shown(true), ['Image', 'Endpoint', 'Deployment']);
  });

  test('is a fresh copy at each call', () => {
    assert.notEqual(databaseManagerCrd().spec, databaseManagerCrd().spec);
    assert.deepEqual(databaseManagerCrd(), databaseManagerCrd());
  });

  test('loses its CEL rules, and nothing else, for servers below 1.25', () => {
    const stripped = JSON.stringify(withoutValidationRules(databaseManagerCrd()));
    const expected = JSON.stringify(databaseManagerCrd(), (key, value: unknown) =>
      key === 'x-kubernetes-validations' ? undefined : value,
    );
    assert.ok(!stripped.includes('x-kubernetes-validations'));
    assert.equal(stripped, expected);
  });
});

function version(): Record<string, unknown> {
  const { versions } = databaseManagerCrd().spec as { versions: Record<string, unknown>[] };
  const [only, ...others] = versions;
  assert.ok(only !== undefined && others.length === 0);
  return only;
}
