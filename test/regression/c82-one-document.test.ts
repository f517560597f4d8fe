/** @module C82: JSON was mixed with other text. */
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { aHome } from '../commands/support/dbm.ts';
import { at } from '../commands/support/fields.ts';

describe('with --json, stdout holds exactly one document', () => {
  const lines: Readonly<Record<string, number>> = {
    'version --json': 0,
    'install-crd --json': 0,
    'get --json': 0,
    'get nope --json': 1,
    'get --json -o yaml': 2,
    'create mysql two --replicas 2 --wait --json': 0,
    'create mysql two --json': 1,
    'create mysql x --replicas 11 --json': 2,
    'create nonsense --json': 2,
    'create -f /no/such/file --json': 2,
    'scale two --replicas 3 --wait --json': 0,
    'scale nope --replicas 3 --json': 1,
    'scale two --json': 2,
    'reconcile --json': 0,
    'reconcile --dry-run --json': 0,
    'reconcile nope --json': 1,
    'controller --json': 2,
    'sandbox status --json': 0,
    'sandbox reset --json': 2,
    'delete two --json': 0,
    'delete two --json --ignore-not-found': 0,
    'delete two -o json': 1,
    'nonsense --json': 2,
    'get --server https://127.0.0.1:1 --json': 4,
  };

  test('on success, on failure, when nothing is found and when there are warnings', async () => {
    await using home = await aHome();
    for (const [line, expected] of Object.entries(lines)) {
      const { code, json, stderr } = await home.dbm(line);
      assert.equal(code, expected, `${line}: ${stderr}`);
      const document = json();
      if (code === 0) continue;
      assert.equal(at(document, 'error.exitCode'), code, line);
      assert.equal(typeof at(document, 'error.message'), 'string', line);
      assert.match(String(at(document, 'error.reason')), /^[A-Z][A-Za-z]+$/, line);
    }
  });
});
