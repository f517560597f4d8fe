/** @module One request for a collection, taken apart. */
import { unsupported } from '../kinds/field-error.ts';
import type { ServedKind } from '../kinds/kind.ts';
import type { StoreKey } from '../store/row.ts';
import type { Backend } from './backend.ts';
import { invalid } from './refusals.ts';
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

const OPTIONS_KINDS: Readonly<Record<Call['method'], string>> = {
  GET: 'ListOptions',
  POST: 'CreateOptions',
  PUT: 'UpdateOptions',
  PATCH: 'PatchOptions',
  DELETE: 'DeleteOptions',
};

/** Whether nothing is to be kept. Throws Invalid for anything but `dryRun=All`. */
export function isDryRun({ query, method }: Pick<Call, 'query' | 'method'>): boolean {
  const values = query.getAll('dryRun').filter((value) => value !== '');
  const wrong = values.filter((value) => value !== 'All');
  if (wrong.length === 0) return values.length > 0;
  const errors = wrong.map((value) => unsupported('dryRun', value, ['All']));
  throw invalid({ group: 'meta.k8s.io', kind: OPTIONS_KINDS[method] }, '', errors);
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
