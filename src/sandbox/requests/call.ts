/** @module One request for a collection, taken apart. */
import type { ServedKind } from '../kinds/kind.ts';
import type { StoreKey } from '../store/row.ts';
import type { Backend } from './backend.ts';
import { badRequest } from './refusals.ts';
import type { ResourceRequest } from './request-info.ts';

export interface Call {
  readonly backend: Backend;
  readonly kind: ServedKind;
  readonly target: ResourceRequest;
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  readonly query: URLSearchParams;
  /** Lower-case names. */
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | undefined;
  readonly signal: AbortSignal | undefined;
}

/** What is sent back. A text body is JSON. */
export interface Answer {
  readonly status: number;
  readonly body: string | AsyncIterable<Uint8Array>;
  readonly headers?: Readonly<Record<string, string>>;
}

/** Where the object named by the path is kept. */
export function placeOf({ kind, target }: Call, name = target.name ?? ''): StoreKey {
  return { resource: kind.storeKey, namespace: target.namespace ?? '', name };
}

/** Whether nothing is to be kept. Throws BadRequest for anything but `dryRun=All`. */
export function isDryRun({ query }: Pick<Call, 'query'>): boolean {
  const values = query.getAll('dryRun').filter((value) => value !== '');
  const wrong = values.find((value) => value !== 'All');
  if (wrong !== undefined) {
    throw badRequest(
      `Invalid value: ${JSON.stringify(wrong)}: Unsupported value: ${JSON.stringify(wrong)}: supported values: "All"`,
    );
  }
  return values.length > 0;
}

/** `true`, `1` and an empty value are true, as the real server reads them. */
export function isTrue(query: URLSearchParams, name: string): boolean {
  const value = query.get(name);
  return value !== null && value !== 'false' && value !== '0';
}

/** Who writes: the fieldManager parameter, else the first word of the user agent. */
export function managerOf({ query, headers }: Pick<Call, 'query' | 'headers'>): string {
  const given = query.get('fieldManager');
  if (given !== null && given !== '') return given;
  const [program = ''] = (headers['user-agent'] ?? '').split('/');
  return program === '' ? 'unknown' : program.slice(0, 128);
}
