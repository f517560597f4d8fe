/** @module Every manifest in examples/ is valid, and the first user's file is still what it was. */
import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, test } from 'node:test';
import { isRecord } from '../../src/api/json-value.ts';
import { validateDatabaseManager } from '../../src/api/validation.ts';
import { parseYamlDocuments } from '../../src/kube/yaml.ts';

const folder = join(import.meta.dirname, '../../examples');

describe('examples', () => {
  for (const file of readdirSync(folder)) {
    test(`${file} is valid`, async () => {
      const documents = await parseYamlDocuments(readFileSync(join(folder, file), 'utf8'));
      const managers = documents.filter((object) => isRecord(object) && object.kind === 'DatabaseManager');
      assert.ok(managers.length > 0);
      for (const manager of managers) assert.deepEqual(validateDatabaseManager(manager), []);
    });
  }

  test('example-mysql.yaml is the seed manifest', () => {
    const text = readFileSync(join(folder, 'example-mysql.yaml'), 'utf8');
    assert.equal(
      text,
      [
        'apiVersion: coolops.cn/v1alpha1',
        'kind: DatabaseManager',
        'metadata: {name: example-mysql}',
        'spec: {dbtype: "mysql", deploymentName: "mysql", replicas: 1}',
        '',
      ].join('\n'),
    );
  });
});
