/** @module The values that several kinds of kubeconfig entries hold: PEM, paths, absence. */
import { isAbsolute, resolve } from 'node:path';
import type { Fields } from './fields.ts';
import type { Pem } from './kubeconfig.ts';
import { KubeconfigError } from './kubeconfig-error.ts';

/** The field `name`, or `name-data` which wins. */
export function parsePem(fields: Fields, name: string, folder: string): Pem | undefined {
  const data = fields.text(`${name}-data`);
  if (data !== undefined) return { type: 'inline', text: decodeBase64(data, `${fields.at}.${name}-data`) };
  const path = fields.text(name);
  return path === undefined ? undefined : { type: 'file', path: absolute(path, folder) };
}

/** `path` as seen from the folder of the file that holds it. */
export function absolute(path: string, folder: string): string {
  return isAbsolute(path) ? path : resolve(folder, path);
}

/** `value` without the fields that are undefined. */
export function present<T extends object>(value: { [K in keyof T]: T[K] | undefined }): T {
  return Object.fromEntries(Object.entries(value).filter(([, field]) => field !== undefined)) as T;
}

function decodeBase64(text: string, at: string): string {
  const compact = text.replace(/\s/g, '');
  if (!/^[A-Za-z0-9+/]*={0,2}$/.test(compact)) throw new KubeconfigError(`${at} is not base64`);
  return Buffer.from(compact, 'base64').toString('utf8');
}
