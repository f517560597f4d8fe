/** @module Which dbm this is. */
import { readFileSync } from 'node:fs';

/** The version in package.json, which lies two levels above both `src/cli` and `dist/cli`. */
export function packageVersion(): string {
  const text = readFileSync(new URL('../../package.json', import.meta.url), 'utf8');
  return (JSON.parse(text) as { readonly version: string }).version;
}

/** `dbm 0.1.0 (linux-x64, Node.js 24.21.0)`: what a bug report needs. */
export function versionText(): string {
  return `dbm ${packageVersion()} (${process.platform}-${process.arch}, Node.js ${process.versions.node})`;
}
