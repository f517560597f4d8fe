/** @module The generated files are what the schema says now. */
import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, test } from 'node:test';
import { promisify } from 'node:util';
import { generatedFiles } from '../../scripts/generate/outputs.ts';
import { databaseManagerCrd } from '../../src/api/crd.ts';
import { parseYamlDocuments } from '../../src/kube/yaml.ts';

const root = join(import.meta.dirname, '../..');
const read = (path: string) => readFile(join(root, path), 'utf8');

describe('generated files', () => {
  test('are not stale', async () => {
    for (const [path, content] of await generatedFiles()) {
      assert.equal(await read(path), content, `${path} is stale: run npm run generate`);
    }
  });

  test('are found current by generate --check', async () => {
    await promisify(execFile)(process.execPath, [join(root, 'scripts/generate.ts'), '--check']);
  });

  test('give kubectl the same CRD that install-crd sends', async () => {
    const documents = await parseYamlDocuments(await read('crd/databasemanagers.coolops.cn.yaml'));
    assert.deepEqual(documents, [databaseManagerCrd()]);
  });

  test('name every field of spec and status in the reference', async () => {
    const reference = await read('docs/reference.md');
    for (const path of [
      'spec.replicas',
      'spec.storage.size',
      'spec.pod.tolerations[].effect',
      'status.endpoint',
    ]) {
      assert.ok(reference.includes(`\`${path}\``), path);
    }
  });
});
