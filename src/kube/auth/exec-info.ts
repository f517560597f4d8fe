/** @module What an exec plugin is told through KUBERNETES_EXEC_INFO. */
import { readFileSync } from 'node:fs';
import type { ClusterTarget } from '../kubeconfig/cluster-target.ts';
import type { ExecPlugin, Pem } from '../kubeconfig/kubeconfig.ts';

/** The ExecCredential object, with the cluster's facts when the plugin asked for them. */
export function execInfo(
  { apiVersion, provideClusterInfo }: ExecPlugin,
  { target, interactive }: { readonly target: ClusterTarget; readonly interactive: boolean },
): unknown {
  return {
    kind: 'ExecCredential',
    apiVersion,
    spec: { interactive, ...(provideClusterInfo && { cluster: clusterFacts(target) }) },
  };
}

function clusterFacts(target: ClusterTarget): unknown {
  return {
    server: target.server,
    ...(target.tlsServerName !== undefined && { 'tls-server-name': target.tlsServerName }),
    ...(target.insecureSkipTlsVerify === true && { 'insecure-skip-tls-verify': true }),
    ...(target.ca !== undefined && { 'certificate-authority-data': base64(target.ca) }),
    ...(target.proxyUrl !== undefined && { 'proxy-url': target.proxyUrl }),
    ...(target.execConfig !== undefined && { config: target.execConfig }),
  };
}

function base64(pem: Pem): string {
  return Buffer.from(pem.type === 'inline' ? pem.text : readFileSync(pem.path)).toString('base64');
}
