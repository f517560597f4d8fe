/** @module The target of a process that runs in a pod: its service account. */
import { access, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { ClusterTarget } from './cluster-target.ts';

const SERVICE_ACCOUNT = '/var/run/secrets/kubernetes.io/serviceaccount';

/**
 * The API server of the cluster around this pod, with the mounted token (read again as it rotates). Resolves to
 * undefined outside a cluster, or without a mounted token. `folder` is where the account is mounted.
 */
export async function inClusterTarget(
  env: Readonly<Record<string, string | undefined>>,
  folder: string = SERVICE_ACCOUNT,
): Promise<ClusterTarget | undefined> {
  const host = env.KUBERNETES_SERVICE_HOST;
  const port = env.KUBERNETES_SERVICE_PORT;
  const tokenFile = join(folder, 'token');
  if (!host || !port || !(await exists(tokenFile))) return undefined;
  const ca = join(folder, 'ca.crt');
  return {
    server: `https://${host.includes(':') && !host.startsWith('[') ? `[${host}]` : host}:${port}`,
    namespace: env.POD_NAMESPACE || (await readText(join(folder, 'namespace'))) || 'default',
    files: [],
    credentials: { tokenFile },
    ...((await exists(ca)) && { ca: { type: 'file', path: ca } }),
  };
}

async function exists(path: string): Promise<boolean> {
  return access(path).then(
    () => true,
    () => false,
  );
}

async function readText(path: string): Promise<string | undefined> {
  return (await exists(path)) ? (await readFile(path, 'utf8')).trim() : undefined;
}
