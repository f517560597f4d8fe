/** @module Proves to the server who is calling: headers and certificate, evaluated for each request. */
import type { Clock } from '../clock.ts';
import type { ClusterTarget } from '../kubeconfig/cluster-target.ts';
import { ConnectionError } from '../transport.ts';
import { createExecCredentials, type ExecCredentials } from './exec-credentials.ts';
import { type HeaderLines, impersonationHeaders } from './impersonation-headers.ts';
import { RotatingFile } from './rotating-file.ts';

export interface ClientCertificate {
  readonly certificate: string;
  readonly key: string;
}

export interface AuthenticatorContext {
  readonly clock: Clock;
  readonly env: Readonly<Record<string, string | undefined>>;
}

/** Rejections are ConnectionErrors with the code `ECREDENTIALS`; they never hold a secret. */
export interface Authenticator {
  /** Grows when {@link refresh} made room for new credentials. */
  readonly generation: number;
  /** `authorization` and impersonation, for the next request. */
  headers(): Promise<HeaderLines>;
  /** The certificate of an exec plugin; those of the kubeconfig are read by the TLS material. */
  certificate(): Promise<ClientCertificate | undefined>;
  /**
   * To be called after a 401 to a request made under `generation`. Resolves to whether a second try may fare
   * better. Calls for one generation cause one refresh.
   */
  refresh(generation: number): Promise<boolean>;
}

/** Over plain http no credentials are sent, as in kubectl; impersonation is. */
export function createAuthenticator(target: ClusterTarget, context: AuthenticatorContext): Authenticator {
  const impersonation = target.impersonate === undefined ? {} : impersonationHeaders(target.impersonate);
  const source = target.server.startsWith('https:') ? tokenSource(target, context) : anonymous;
  let generation = 0;
  return {
    get generation() {
      return generation;
    },
    headers: async () => {
      const authorization = await source.authorization();
      return authorization === undefined ? impersonation : { ...impersonation, authorization };
    },
    certificate: () => source.certificate(),
    refresh: async (used) => {
      if (used !== generation) return true;
      const changed = await source.renew();
      if (changed && used === generation) generation += 1;
      return changed;
    },
  };
}

interface Source {
  authorization(): Promise<string | undefined>;
  certificate(): Promise<ClientCertificate | undefined>;
  renew(): Promise<boolean>;
}

const anonymous: Source = fixed(undefined);

function tokenSource(target: ClusterTarget, context: AuthenticatorContext): Source {
  const { token, tokenFile, basic, exec, authProvider } = target.credentials;
  if (tokenFile !== undefined) return fromFile(target, new RotatingFile(tokenFile, context.clock));
  if (token !== undefined) return fixed(`Bearer ${token}`);
  if (basic !== undefined) {
    return fixed(`Basic ${Buffer.from(`${basic.username}:${basic.password}`).toString('base64')}`);
  }
  if (exec !== undefined) return fromExec(createExecCredentials(exec, { target, ...context }));
  if (authProvider !== undefined) return legacyProvider(target, authProvider);
  return anonymous;
}

function fixed(authorization: string | undefined): Source {
  return {
    authorization: async () => authorization,
    certificate: async () => undefined,
    renew: async () => false,
  };
}

function fromFile(target: ClusterTarget, file: RotatingFile): Source {
  const read = () =>
    file.read().catch((cause: unknown) => {
      const { token } = target.credentials;
      if (token !== undefined) return token;
      const message = `the token file ${file.path} ${ofUser(target)} cannot be read`;
      throw new ConnectionError(target.server, message, { code: 'ECREDENTIALS', cause });
    });
  return {
    authorization: async () => `Bearer ${await read()}`,
    certificate: async () => undefined,
    renew: async () => {
      const before = await read();
      file.expire();
      return (await read()) !== before;
    },
  };
}

function fromExec(credentials: ExecCredentials): Source {
  return {
    authorization: async () => {
      const { token } = await credentials.current();
      return token === undefined ? undefined : `Bearer ${token}`;
    },
    certificate: async () => (await credentials.current()).certificate,
    renew: async () => {
      credentials.forget();
      return true;
    },
  };
}

function legacyProvider(target: ClusterTarget, provider: string): Source {
  const message =
    `the auth-provider "${provider}" ${ofUser(target)} is not supported (Kubernetes removed these providers). ` +
    'Use an exec credential plugin instead, for instance kubelogin for oidc and azure, gke-gcloud-auth-plugin for gcp';
  const refuse = async () => {
    throw new ConnectionError(target.server, message, { code: 'ECREDENTIALS' });
  };
  return { authorization: refuse, certificate: refuse, renew: async () => false };
}

function ofUser({ userName }: ClusterTarget): string {
  return userName === undefined ? 'of the service account' : `of user "${userName}"`;
}
