/** @module C13: the CRD was stored without part of its rules. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { databaseManagerCrd } from '../../src/api/crd.ts';
import { withoutValidationRules } from '../../src/api/without-validation-rules.ts';
import { installCrd } from '../../src/cli/install-crd.ts';
import { systemClock } from '../../src/kube/clock.ts';
import { withServer } from '../support/server.ts';

const DEFINITION = '/apis/apiextensions.k8s.io/v1/customresourcedefinitions/databasemanagers.coolops.cn';

test('C13: what install-crd sends is stored whole, and refuses what it shall', async (t) => {
  const { client, api, namespace, supports } = await withServer(t);
  const { signal } = new AbortController();
  await installCrd(client, { clock: systemClock, signal, timeoutMs: 10_000 });

  const sent = supports.cel ? databaseManagerCrd() : withoutValidationRules(databaseManagerCrd());
  const stored = await api.get(DEFINITION);
  assert.deepEqual(stored.at('spec.versions'), sent.spec.versions);
  const spec = 'spec.versions.0.schema.openAPIV3Schema.properties.spec.properties';
  assert.deepEqual(stored.at(`${spec}.dbtype.enum`), ['mysql', 'mariadb', 'postgres']);
  assert.equal(stored.at(`${spec}.dbtype.default`), 'mysql');
  assert.equal(stored.at(`${spec}.storage.properties.size.x-kubernetes-int-or-string`), true);

  const probes = [
    { dbtype: 'oracle', deploymentName: 'x', replicas: 1 },
    { dbtype: 'mysql', deploymentName: 'x', replicas: 0 },
    { dbtype: 'mysql', deploymentName: 'x', replicas: 11 },
    { dbtype: 'mysql', deploymentName: 'Not-A-Label', replicas: 1 },
  ];
  for (const probe of probes) {
    const { status, body } = await api.post(
      `/apis/coolops.cn/v1alpha1/namespaces/${namespace}/databasemanagers?dryRun=All`,
      {
        apiVersion: 'coolops.cn/v1alpha1',
        kind: 'DatabaseManager',
        metadata: { name: 'probe' },
        spec: probe,
      },
    );
    assert.equal(status, 422, JSON.stringify([probe, body]));
  }
});
