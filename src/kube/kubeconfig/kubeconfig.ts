/** @module What kubeconfig files say, after merging, with every path absolute. */

/** A PEM text: given in place, or in a file that is read when it is needed and again when it changes. */
export type Pem =
  | { readonly type: 'inline'; readonly text: string }
  | { readonly type: 'file'; readonly path: string };

export interface ContextEntry {
  readonly cluster?: string;
  readonly user?: string;
  readonly namespace?: string;
}

export interface ClusterEntry {
  readonly server?: string;
  readonly ca?: Pem;
  readonly insecureSkipTlsVerify?: boolean;
  readonly tlsServerName?: string;
  readonly proxyUrl?: string;
  /** The extension `client.authentication.k8s.io/exec`: handed to exec plugins that ask for cluster facts. */
  readonly execConfig?: unknown;
}

/** A command that prints credentials. */
export interface ExecPlugin {
  readonly apiVersion: string;
  /** A name looked up in PATH, or an absolute path. */
  readonly command: string;
  readonly args: readonly string[];
  readonly env: Readonly<Record<string, string>>;
  readonly installHint?: string;
  readonly provideClusterInfo: boolean;
  readonly interactiveMode: 'Never' | 'IfAvailable' | 'Always';
}

export interface Impersonation {
  readonly user: string;
  readonly uid?: string;
  readonly groups?: readonly string[];
  readonly extra?: Readonly<Record<string, readonly string[]>>;
}

/** How a user proves who they are. Several may be set: a certificate and a token, for one. */
export interface Credentials {
  readonly token?: string;
  /** Read again as it rotates; wins over `token` while it can be read. */
  readonly tokenFile?: string;
  readonly basic?: { readonly username: string; readonly password: string };
  readonly certificate?: { readonly certificate: Pem; readonly key: Pem };
  readonly exec?: ExecPlugin;
  /** The legacy in-tree providers (oidc, gcp, azure, …), by name. */
  readonly authProvider?: string;
}

export interface UserEntry extends Credentials {
  readonly impersonate?: Impersonation;
}

/** One file or several merged: the first definition of a name wins, and the first current-context. */
export interface Kubeconfig {
  /** The files that were read, first in precedence first. */
  readonly files: readonly string[];
  readonly currentContext?: string;
  readonly contexts: ReadonlyMap<string, ContextEntry>;
  readonly clusters: ReadonlyMap<string, ClusterEntry>;
  readonly users: ReadonlyMap<string, UserEntry>;
}
