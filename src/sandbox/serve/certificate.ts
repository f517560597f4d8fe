/** @module The server's certificate and the authority that vouches for it, made once and kept while valid. */
import { createPrivateKey, X509Certificate } from 'node:crypto';
import { isIP } from 'node:net';
import { join } from 'node:path';
import { readFileIfThere, writePrivateFile } from './private-file.ts';

/** PEM texts. */
export interface ServerCertificate {
  readonly key: string;
  readonly cert: string;
  readonly ca: string;
}

const DAY_MS = 86_400_000;
const VALID_DAYS = 365;
/** One that ends sooner is made anew. */
const MIN_DAYS_LEFT = 30;
const NAMES = ['localhost', '127.0.0.1', '::1'];

/** The certificate in `dir` when it is good for `host` at `now`; otherwise a new one, written there. */
export async function loadCertificate(
  dir: string,
  { host, now }: { host: string; now: number },
): Promise<ServerCertificate> {
  const names = [...new Set([...NAMES, host])];
  const kept = await readCertificate(dir);
  if (kept !== undefined && isGood(kept, names, now)) return kept;
  const made = await makeCertificate(names, now);
  for (const [name, file] of FILES) await writePrivateFile(join(dir, file), made[name]);
  return made;
}

const FILES = [
  ['key', 'tls.key'],
  ['cert', 'tls.crt'],
  ['ca', 'ca.crt'],
] as const;

async function readCertificate(dir: string): Promise<ServerCertificate | undefined> {
  const [key, cert, ca] = await Promise.all(FILES.map(([, file]) => readFileIfThere(join(dir, file))));
  return key === undefined || cert === undefined || ca === undefined ? undefined : { key, cert, ca };
}

/** Half-written or foreign files count as no certificate. */
function isGood({ key, cert, ca }: ServerCertificate, names: readonly string[], now: number): boolean {
  try {
    const certificate = new X509Certificate(cert);
    const authority = new X509Certificate(ca);
    return (
      certificate.checkPrivateKey(createPrivateKey(key)) &&
      certificate.verify(authority.publicKey) &&
      Date.parse(certificate.validTo) > now + MIN_DAYS_LEFT * DAY_MS &&
      Date.parse(certificate.validFrom) <= now &&
      names.every((name) => matches(certificate, name))
    );
  } catch {
    return false;
  }
}

function matches(certificate: X509Certificate, name: string): boolean {
  return (isIP(name) === 0 ? certificate.checkHost(name) : certificate.checkIP(name)) !== undefined;
}

/** The authority's key is thrown away: nobody can issue another certificate that these kubeconfigs trust. */
async function makeCertificate(names: readonly string[], now: number): Promise<ServerCertificate> {
  const { generate } = await import('selfsigned');
  const common = {
    keyType: 'ec',
    curve: 'P-256',
    algorithm: 'sha256',
    notBeforeDate: new Date(now - DAY_MS),
    notAfterDate: new Date(now + VALID_DAYS * DAY_MS),
  } as const;
  const authority = await generate([{ name: 'commonName', value: 'dbm sandbox authority' }], {
    ...common,
    extensions: [
      { name: 'basicConstraints', cA: true, critical: true },
      { name: 'keyUsage', keyCertSign: true, cRLSign: true, critical: true },
    ],
  });
  const server = await generate([{ name: 'commonName', value: 'dbm sandbox' }], {
    ...common,
    ca: { key: authority.private, cert: authority.cert },
    extensions: [
      { name: 'basicConstraints', cA: false, critical: true },
      { name: 'keyUsage', digitalSignature: true, keyEncipherment: true, critical: true },
      { name: 'extKeyUsage', serverAuth: true },
      { name: 'subjectAltName', altNames: names.map(alternativeName) },
    ],
  });
  return { key: server.private, cert: server.cert, ca: authority.cert };
}

function alternativeName(name: string): { type: 7; ip: string } | { type: 2; value: string } {
  return isIP(name) === 0 ? { type: 2, value: name } : { type: 7, ip: name };
}
