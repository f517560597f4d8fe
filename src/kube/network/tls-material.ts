/** @module The certificates of a connection, as they are now. */
import type { Authenticator } from '../auth/authenticator.ts';
import { RotatingFile } from '../auth/rotating-file.ts';
import type { Clock } from '../clock.ts';
import type { ClusterTarget } from '../kubeconfig/cluster-target.ts';
import type { Pem } from '../kubeconfig/kubeconfig.ts';
import { ConnectionError } from '../transport.ts';

/** PEM texts for a TLS connection. */
export interface TlsMaterial {
  readonly ca?: string;
  readonly cert?: string;
  readonly key?: string;
}

/**
 * Gives the material in force. As long as nothing changes it is the same object, so that its identity tells
 * whether connections made with it are still good.
 */
export function createTlsMaterial(
  target: ClusterTarget,
  { authenticator, clock }: { readonly authenticator: Authenticator; readonly clock: Clock },
): () => Promise<TlsMaterial> {
  const { certificate } = target.credentials;
  const ca = reader(target, { pem: target.ca, clock, what: 'certificate authority' });
  const cert = reader(target, { pem: certificate?.certificate, clock, what: 'client certificate' });
  const key = reader(target, { pem: certificate?.key, clock, what: 'client key' });
  let current: TlsMaterial = {};
  return async () => {
    const issued = certificate === undefined ? await authenticator.certificate() : undefined;
    const next = {
      ca: await ca(),
      cert: issued?.certificate ?? (await cert()),
      key: issued?.key ?? (await key()),
    };
    if (next.ca !== current.ca || next.cert !== current.cert || next.key !== current.key) {
      current = Object.fromEntries(Object.entries(next).filter(([, value]) => value !== undefined));
    }
    return current;
  };
}

interface PemSource {
  readonly pem: Pem | undefined;
  readonly clock: Clock;
  readonly what: string;
}

function reader(target: ClusterTarget, { pem, clock, what }: PemSource): () => Promise<string | undefined> {
  if (pem?.type !== 'file') return async () => pem?.text;
  const file = new RotatingFile(pem.path, clock);
  return () =>
    file.read().catch((cause: unknown) => {
      const message = `the ${what} ${pem.path} cannot be read`;
      throw new ConnectionError(target.server, message, { code: 'ECREDENTIALS', cause });
    });
}
