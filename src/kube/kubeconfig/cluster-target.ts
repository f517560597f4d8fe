/** @module Which server to talk to, as whom, and how: a context with the overrides applied. */
import type { Credentials, Impersonation, Pem } from './kubeconfig.ts';

/** All that a connection needs to know. */
export interface ClusterTarget {
  /** `https://host:port[/prefix]`, without a slash at the end. */
  readonly server: string;
  readonly contextName?: string;
  readonly clusterName?: string;
  readonly userName?: string;
  /** The context's namespace, `default` where it names none. */
  readonly namespace: string;
  /** The kubeconfig files it comes from; empty in a cluster. */
  readonly files: readonly string[];
  readonly ca?: Pem;
  readonly insecureSkipTlsVerify?: boolean;
  readonly tlsServerName?: string;
  /** Overrides the proxy of the environment. */
  readonly proxyUrl?: string;
  readonly credentials: Credentials;
  readonly impersonate?: Impersonation;
  /** Handed to exec plugins that ask for cluster facts. */
  readonly execConfig?: unknown;
}

/** kubectl's global flags, by their names. */
export interface TargetOverrides {
  readonly context?: string | undefined;
  readonly cluster?: string | undefined;
  readonly user?: string | undefined;
  /** Replaces the cluster's server, and with it its tls-server-name. */
  readonly server?: string | undefined;
  /** Replaces every credential of the user. */
  readonly token?: string | undefined;
  readonly as?: string | undefined;
  readonly asUid?: string | undefined;
  readonly asGroups?: readonly string[] | undefined;
  readonly tlsServerName?: string | undefined;
  readonly insecureSkipTlsVerify?: boolean | undefined;
  /** A file, relative to the working directory. */
  readonly certificateAuthority?: string | undefined;
  readonly namespace?: string | undefined;
}
