/** @module C83: one instance failed and the exit code was 0. */
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { aHome } from '../commands/support/dbm.ts';
import { at, listAt } from '../commands/support/fields.ts';
import { foreignSecretFor } from '../commands/support/foreign-secret.ts';

describe('reconcile --once over one that cannot converge and one that can', () => {
  test('ends with 3, names the one and does the other', async () => {
    await using home = await aHome();
    await foreignSecretFor(home, 'bad');
    await home.dbm('create mysql good --no-wait');
    await home.dbm('create mysql bad --no-wait');
    const { code, stdout, stderr } = await home.dbm('reconcile --once');
    assert.equal(code, 3);
    assert.match(stdout, /^bad +stalled /m);
    assert.match(stdout, /^good +(?:converged|progressing) /m);
    assert.match(stderr, /1 of 2 did not converge\n +default\/bad: stalled \(ResourceExists\)/);
    const { json } = await home.dbm('reconcile --once --json');
    assert.equal(at(json(), 'error.exitCode'), 3);
    assert.equal(listAt(json(), 'instances').length, 2);
  });

  test('has codes of their own for wrong usage and for a cluster that cannot be reached', async () => {
    await using home = await aHome({ crd: false });
    assert.equal((await home.dbm('reconcile --onec')).code, 2);
    const { code, stderr } = await home.dbm('reconcile --once --server https://127.0.0.1:1');
    assert.equal(code, 4);
    assert.match(stderr, /cannot reach the cluster: .*127\.0\.0\.1:1/);
  });
});
