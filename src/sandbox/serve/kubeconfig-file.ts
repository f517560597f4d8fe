/** @module The kubeconfig that leads to a served sandbox. */
import { join } from 'node:path';
import { stringifyYaml } from '../../kube/yaml.ts';
import { writePrivateFile } from './private-file.ts';

const NAME = 'sandbox';

/** Writes `dir/kubeconfig` and answers its path. */
export async function writeKubeconfig(
  dir: string,
  { url, token, ca }: { url: string; token: string; ca: string },
): Promise<string> {
  const path = join(dir, 'kubeconfig');
  const certificate = Buffer.from(ca).toString('base64');
  const content = {
    apiVersion: 'v1',
    kind: 'Config',
    clusters: [{ name: NAME, cluster: { server: url, 'certificate-authority-data': certificate } }],
    users: [{ name: NAME, user: { token } }],
    contexts: [{ name: NAME, context: { cluster: NAME, user: NAME, namespace: 'default' } }],
    'current-context': NAME,
  };
  await writePrivateFile(path, await stringifyYaml(content));
  return path;
}
