/** @module Which API server a command acts on: a named or configured cluster, or the sandbox. */
import type { ClusterTarget, TargetOverrides } from '../../kube/kubeconfig/cluster-target.ts';
import { inClusterTarget } from '../../kube/kubeconfig/in-cluster-target.ts';
import { loadKubeconfig } from '../../kube/kubeconfig/load-kubeconfig.ts';
import { resolveTarget } from '../../kube/kubeconfig/resolve-target.ts';
import { UsageError } from '../errors/cli-error.ts';
import type { TargetFlags } from '../flags/target.ts';
import type { Environment } from '../io.ts';

/** The choice. `byDefault` says that nothing at all was configured. */
export type ChosenTarget =
  | { readonly kind: 'sandbox'; readonly byDefault: boolean }
  | { readonly kind: 'cluster'; readonly cluster: ClusterTarget };

/**
 * In this order: `--sandbox` or DBM_SANDBOX, a kubeconfig by kubectl's rules, the pod's service account, and only
 * where none of them exists the sandbox. Rejects with a KubeconfigError for a file, context or cluster that is
 * named and missing, and with a UsageError where the sandbox and a cluster are asked for at once.
 */
export async function chooseTarget(flags: TargetFlags, env: Environment): Promise<ChosenTarget> {
  const clusterFlags = clusterFlagsIn(flags);
  if (flags.sandbox || isOn(env.DBM_SANDBOX)) {
    refuseClusterFlags(clusterFlags, flags.sandbox ? '--sandbox' : 'DBM_SANDBOX');
    return { kind: 'sandbox', byDefault: false };
  }
  const overrides = overridesFrom(flags);
  const kubeconfig = await loadKubeconfig({ env, path: flags.kubeconfig });
  if (kubeconfig !== undefined || overrides.server !== undefined) {
    return { kind: 'cluster', cluster: resolveTarget(kubeconfig, overrides) };
  }
  const inCluster = await inClusterTarget(env);
  if (inCluster !== undefined) return { kind: 'cluster', cluster: inCluster };
  // Somebody who names a context or user wants a cluster, not the sandbox.
  if (clusterFlags.length > 0) return { kind: 'cluster', cluster: resolveTarget(undefined, overrides) };
  return { kind: 'sandbox', byDefault: true };
}

/** The namespace that a session would work in, for what needs no server. Rejects as {@link chooseTarget} does. */
export async function namespaceWithoutSession(flags: TargetFlags, env: Environment): Promise<string> {
  const chosen = await chooseTarget(flags, env);
  return chosen.kind === 'cluster' ? chosen.cluster.namespace : (flags.namespace ?? 'default');
}

function overridesFrom(flags: TargetFlags): TargetOverrides {
  return {
    context: flags.context,
    cluster: flags.cluster,
    user: flags.user,
    server: flags.server,
    token: flags.token,
    as: flags.as,
    asUid: flags['as-uid'],
    asGroups: flags['as-group'],
    tlsServerName: flags['tls-server-name'],
    insecureSkipTlsVerify: flags['insecure-skip-tls-verify'],
    certificateAuthority: flags['certificate-authority'],
    namespace: flags.namespace,
  };
}

/** Flags that only make sense for a cluster, as far as they are given. */
function clusterFlagsIn(flags: TargetFlags): readonly string[] {
  const { kubeconfig, ...overrides } = { kubeconfig: flags.kubeconfig, ...overridesFrom(flags) };
  const names: Readonly<Record<string, unknown>> = {
    kubeconfig,
    context: overrides.context,
    cluster: overrides.cluster,
    user: overrides.user,
    server: overrides.server,
    token: overrides.token,
    as: overrides.as,
    'as-uid': overrides.asUid,
    'as-group': overrides.asGroups,
  };
  return Object.keys(names).filter((name) => names[name] !== undefined);
}

function refuseClusterFlags(given: readonly string[], asked: string): void {
  if (given.length === 0) return;
  const flags = given.map((name) => `--${name}`).join(', ');
  throw new UsageError(`${asked} and ${flags} contradict each other: choose the sandbox or a cluster`);
}

function isOn(value: string | undefined): boolean {
  return value !== undefined && !['', '0', 'false', 'no'].includes(value.toLowerCase());
}
