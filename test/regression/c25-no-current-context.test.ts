/** @module C25: without a usable context the error comes when a server is needed, and names what there is. */
import assert from 'node:assert/strict';
import { join } from 'node:path';
import { test } from 'node:test';
import { loadKubeconfig } from '../../src/kube/kubeconfig/load-kubeconfig.ts';
import { resolveTarget } from '../../src/kube/kubeconfig/resolve-target.ts';

const fixture = (name: string) => join(import.meta.dirname, '../kube/kubeconfig/fixtures', `${name}.yaml`);

for (const [name, message] of [
  ['no-current', /no current-context is set in .*no-current\.yaml.*only-one, other-one/],
  ['ghost', /the context "ghost" does not exist in .*ghost\.yaml.*only-one/],
] as const) {
  test(`${name}: reading succeeds, choosing a target says what is wrong`, async () => {
    const kubeconfig = await loadKubeconfig({ env: { KUBECONFIG: fixture(name) } });
    assert.throws(() => resolveTarget(kubeconfig), { name: 'KubeconfigError', message });
    assert.equal(resolveTarget(kubeconfig, { context: 'only-one' }).server, 'https://only.example.test');
  });
}
