import assert from 'node:assert/strict';
import { test } from 'node:test';
import { deployments } from '../../src/kube/resources.ts';
import { withReconciler } from '../support/reconciler.ts';

for (const version of ['10.11', '11.8']) {
  test(`C76: MariaDB ${version} is probed by programs that it has, and becomes ready`, async (t) => {
    const r = await withReconciler(t);
    await r.declare('b', { dbtype: 'mariadb', version });
    await r.until('b');
    const { spec } = await r.client.get(deployments, { namespace: r.namespace, name: 'b' });
    const container = spec?.template.spec?.containers[0];
    const probes = [container?.startupProbe, container?.livenessProbe, container?.readinessProbe];
    for (const probe of probes) assert.match(probe?.exec?.command?.join(' ') ?? '', /exec mariadb(-admin)? /);
    assert.ok(container?.env?.some(({ name }) => name === 'MARIADB_ROOT_PASSWORD_FILE'));
  });
}
