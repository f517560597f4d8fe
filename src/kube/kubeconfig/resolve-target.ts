/** @module A kubeconfig and kubectl's flags to one target. */
import { resolve } from 'node:path';
import type { ClusterTarget, TargetOverrides } from './cluster-target.ts';
import type {
  ClusterEntry,
  ContextEntry,
  Credentials,
  Impersonation,
  Kubeconfig,
  UserEntry,
} from './kubeconfig.ts';
import { KubeconfigError } from './kubeconfig-error.ts';
import { normaliseServer } from './server-url.ts';

const NOTHING: Kubeconfig = { files: [], contexts: new Map(), clusters: new Map(), users: new Map() };

/**
 * The target that kubectl would choose. `kubeconfig` undefined means none: then `server` must be given. Throws a
 * KubeconfigError that names the files and what they do contain.
 */
export function resolveTarget(
  kubeconfig: Kubeconfig | undefined,
  overrides: TargetOverrides = {},
): ClusterTarget {
  const config: Kubeconfig = kubeconfig ?? NOTHING;
  const contextName = overrides.context || config.currentContext;
  const context = findContext(config, contextName, overrides);
  const clusterName = overrides.cluster || context.cluster;
  const userName = overrides.user || context.user;
  const cluster = withClusterFlags(findCluster(config, clusterName, overrides), overrides);
  const user = findUser(config, userName, overrides);
  const credentials = credentialsOf(user, overrides);
  const impersonate = impersonationOf(user, overrides);
  const { server = '', execConfig, ...connection } = cluster;
  const defaultsToTls =
    cluster.ca !== undefined ||
    cluster.insecureSkipTlsVerify === true ||
    credentials.certificate !== undefined;
  return {
    ...connection,
    server: normaliseServer(server, defaultsToTls),
    ...(contextName !== undefined && { contextName }),
    ...(clusterName !== undefined && { clusterName }),
    ...(userName !== undefined && { userName }),
    namespace: overrides.namespace || context.namespace || 'default',
    files: config.files,
    credentials,
    ...(impersonate !== undefined && { impersonate }),
    ...(execConfig !== undefined && { execConfig }),
  };
}

function findContext(config: Kubeconfig, name: string | undefined, overrides: TargetOverrides): ContextEntry {
  if (name === undefined) {
    if (overrides.cluster || overrides.server) return {};
    throw new KubeconfigError(
      `no current-context is set in ${filesOf(config)}. Choose one with --context; ${listed('contexts', config.contexts)}`,
    );
  }
  const context = config.contexts.get(name);
  if (context !== undefined) return context;
  throw new KubeconfigError(
    `the context "${name}" does not exist in ${filesOf(config)}; ${listed('contexts', config.contexts)}`,
  );
}

function findCluster(config: Kubeconfig, name: string | undefined, overrides: TargetOverrides): ClusterEntry {
  const cluster = name === undefined ? undefined : config.clusters.get(name);
  if (cluster?.server !== undefined || (overrides.server && (cluster !== undefined || !overrides.cluster)))
    return cluster ?? {};
  if (name === undefined)
    throw new KubeconfigError(
      `the context names no cluster in ${filesOf(config)}: choose one with --cluster or --server`,
    );
  if (cluster !== undefined)
    throw new KubeconfigError(`the cluster "${name}" in ${filesOf(config)} has no server`);
  throw new KubeconfigError(
    `the cluster "${name}" does not exist in ${filesOf(config)}; ${listed('clusters', config.clusters)}`,
  );
}

/** A name that only the context gives may be missing: kubectl then goes on without credentials. */
function findUser(config: Kubeconfig, name: string | undefined, overrides: TargetOverrides): UserEntry {
  const user = name === undefined ? undefined : config.users.get(name);
  if (user === undefined && overrides.user) {
    throw new KubeconfigError(
      `the user "${name}" does not exist in ${filesOf(config)}; ${listed('users', config.users)}`,
    );
  }
  return user ?? {};
}

function withClusterFlags(cluster: ClusterEntry, overrides: TargetOverrides): ClusterEntry {
  const { ca, insecureSkipTlsVerify, tlsServerName, ...rest } = cluster;
  const trustReplaced = overrides.insecureSkipTlsVerify === true || Boolean(overrides.certificateAuthority);
  const trust = trustReplaced
    ? {
        ...(overrides.insecureSkipTlsVerify === true && { insecureSkipTlsVerify: true }),
        ...(overrides.certificateAuthority && {
          ca: { type: 'file' as const, path: resolve(overrides.certificateAuthority) },
        }),
      }
    : { ...(ca && { ca }), ...(insecureSkipTlsVerify !== undefined && { insecureSkipTlsVerify }) };
  if (trust.insecureSkipTlsVerify === true && trust.ca !== undefined) {
    throw new KubeconfigError(
      'a certificate authority and insecure-skip-tls-verify cannot both be set: remove one',
    );
  }
  const name = overrides.tlsServerName || (overrides.server ? undefined : tlsServerName);
  return {
    ...rest,
    ...trust,
    ...(name && { tlsServerName: name }),
    ...(overrides.server && { server: overrides.server }),
  };
}

function credentialsOf(user: UserEntry, { token }: TargetOverrides): Credentials {
  if (token) return { token };
  const { impersonate: _impersonate, ...credentials } = user;
  return credentials;
}

function impersonationOf(
  user: UserEntry,
  { as, asUid, asGroups }: TargetOverrides,
): Impersonation | undefined {
  const groups = asGroups !== undefined && asGroups.length > 0 ? asGroups : undefined;
  const base = as ? { ...user.impersonate, user: as } : user.impersonate;
  if (base !== undefined) return { ...base, ...(asUid && { uid: asUid }), ...(groups && { groups }) };
  if (asUid || groups) throw new KubeconfigError('--as-uid and --as-group need --as: whom to impersonate');
  return undefined;
}

function filesOf({ files }: Kubeconfig): string {
  return files.length === 0 ? 'any kubeconfig' : files.join(', ');
}

function listed(what: string, entries: ReadonlyMap<string, unknown>): string {
  return entries.size === 0
    ? `there are no ${what}`
    : `the ${what} there are: ${[...entries.keys()].join(', ')}`;
}
