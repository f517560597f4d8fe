import assert from 'node:assert/strict';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, type TestContext, test } from 'node:test';
import { inClusterTarget } from '../../../src/kube/kubeconfig/in-cluster-target.ts';

const ENV = { KUBERNETES_SERVICE_HOST: '10.96.0.1', KUBERNETES_SERVICE_PORT: '443' };

describe('inClusterTarget', () => {
  test('is the service account mounted in the pod', async (t) => {
    const folder = await mounted(t, { token: 'abc', 'ca.crt': 'CA', namespace: 'operators\n' });
    assert.deepEqual(await inClusterTarget(ENV, folder), {
      server: 'https://10.96.0.1:443',
      namespace: 'operators',
      files: [],
      credentials: { tokenFile: join(folder, 'token') },
      ca: { type: 'file', path: join(folder, 'ca.crt') },
    });
  });

  test('an IPv6 address gets brackets', async (t) => {
    const folder = await mounted(t, { token: 'abc' });
    const target = await inClusterTarget({ ...ENV, KUBERNETES_SERVICE_HOST: 'fd00::1' }, folder);
    assert.equal(target?.server, 'https://[fd00::1]:443');
    assert.equal(target?.namespace, 'default');
  });

  test('outside a cluster, and without a mounted token, there is none', async (t) => {
    const folder = await mounted(t, { namespace: 'x' });
    assert.equal(await inClusterTarget(ENV, folder), undefined);
    assert.equal(await inClusterTarget({}, await mounted(t, { token: 'abc' })), undefined);
  });
});

async function mounted(t: TestContext, files: Readonly<Record<string, string>>): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'dbm-account-'));
  t.after(() => rm(folder, { recursive: true }));
  for (const [name, content] of Object.entries(files)) await writeFile(join(folder, name), content);
  return folder;
}
