/** @module Reads what an exec plugin printed. */
import type { ExecCredential } from './exec-credentials.ts';

/** The credential in `text`, or what is wrong with it: a phrase that follows the command's name and holds no secret. */
export function readExecCredential(text: string, apiVersion: string): ExecCredential | string {
  const answer = parse(text);
  if (answer === undefined) return 'printed something that is not JSON';
  if (answer.kind !== 'ExecCredential') return 'printed something that is not an ExecCredential';
  if (answer.apiVersion !== apiVersion) {
    return `printed the version ${JSON.stringify(answer.apiVersion)} where ${apiVersion} was asked for`;
  }
  const { token, clientCertificateData, clientKeyData, expirationTimestamp } = answer.status ?? {};
  if ((clientCertificateData === undefined) !== (clientKeyData === undefined)) {
    return 'printed only one of clientCertificateData and clientKeyData';
  }
  if (!token && !clientCertificateData) return 'printed neither a token nor a client certificate';
  const expiresAt = expirationTimestamp === undefined ? undefined : Date.parse(expirationTimestamp);
  if (Number.isNaN(expiresAt)) return 'printed an expirationTimestamp that is no RFC 3339 time';
  return {
    ...(token && { token }),
    ...(clientCertificateData &&
      clientKeyData && { certificate: { certificate: clientCertificateData, key: clientKeyData } }),
    ...(expiresAt !== undefined && { expiresAt }),
  };
}

interface Answer {
  readonly kind?: unknown;
  readonly apiVersion?: unknown;
  readonly status?: {
    readonly token?: string;
    readonly clientCertificateData?: string;
    readonly clientKeyData?: string;
    readonly expirationTimestamp?: string;
  };
}

function parse(text: string): Answer | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null ? (value as Answer) : undefined;
  } catch {
    return undefined;
  }
}
