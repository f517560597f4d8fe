/** @module Node's network errors in plain words, with the cure. */
import { ConnectionError } from '../transport.ts';

/** A ConnectionError for `cause`; one that already is passes unchanged. */
export function toConnectionError(server: string, cause: unknown): ConnectionError {
  if (cause instanceof ConnectionError) return cause;
  const code = codeOf(cause);
  const text = cause instanceof Error ? cause.message : String(cause);
  const words = (code === undefined ? undefined : EXPLAINED[code]) ?? `broke the connection: ${text}`;
  return new ConnectionError(server, `${server} ${words}`, { code, cause });
}

const REFUSED = 'refused the connection. Is the API server running, and is this its address?';
const UNTRUSTED =
  'presented a certificate that the certificate authority of the kubeconfig did not sign. ' +
  'Check certificate-authority, or whether a proxy is in between';

const EXPLAINED: Readonly<Record<string, string>> = {
  ECONNREFUSED: REFUSED,
  ENOTFOUND: 'has a host name that cannot be resolved. Check the server of the cluster entry',
  EAI_AGAIN: 'has a host name that cannot be resolved just now. Check the network and DNS',
  ETIMEDOUT: 'did not accept a connection in time. Check the network, VPN and firewall',
  EHOSTUNREACH: 'cannot be reached from here. Check the network, VPN and firewall',
  ENETUNREACH: 'cannot be reached from here. Check the network, VPN and firewall',
  ECONNRESET: 'closed the connection',
  EPIPE: 'closed the connection',
  DEPTH_ZERO_SELF_SIGNED_CERT: UNTRUSTED,
  SELF_SIGNED_CERT_IN_CHAIN: UNTRUSTED,
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: UNTRUSTED,
  UNABLE_TO_GET_ISSUER_CERT: UNTRUSTED,
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY: UNTRUSTED,
  CERT_SIGNATURE_FAILURE: UNTRUSTED,
  CERT_HAS_EXPIRED: 'presented a certificate that has expired. Renew it, or check the clock of this machine',
  CERT_NOT_YET_VALID: 'presented a certificate that is not valid yet. Check the clock of this machine',
  ERR_TLS_CERT_ALTNAME_INVALID:
    'presented a certificate for another name. Set tls-server-name (--tls-server-name) to a name in it',
  ERR_SSL_WRONG_VERSION_NUMBER: 'does not speak TLS. Is it a plain http server?',
  ERR_SSL_PACKET_LENGTH_TOO_LONG: 'does not speak TLS. Is it a plain http server?',
  HPE_INVALID_CONSTANT: 'does not speak HTTP. Is it an https server?',
};

/** The code of an error, or of the first inside an AggregateError (several addresses were tried). */
function codeOf(error: unknown): string | undefined {
  if (error instanceof AggregateError && error.errors.length > 0) return codeOf(error.errors[0]);
  return error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : undefined;
}
