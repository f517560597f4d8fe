/** @module Impersonation as request headers. */
import type { Impersonation } from '../kubeconfig/kubeconfig.ts';

/** Headers of which some appear on several lines. Lower-case names. */
export type HeaderLines = Readonly<Record<string, string | readonly string[]>>;

/** `Impersonate-User`, `-Uid`, `-Group` and `-Extra-…`, one line per value as the server wants them. */
export function impersonationHeaders({ user, uid, groups, extra }: Impersonation): HeaderLines {
  const extras = Object.entries(extra ?? {}).map(([key, values]) => [
    `impersonate-extra-${escapeKey(key)}`,
    values,
  ]);
  return {
    'impersonate-user': user,
    ...(uid !== undefined && { 'impersonate-uid': uid }),
    ...(groups !== undefined && groups.length > 0 && { 'impersonate-group': groups }),
    ...Object.fromEntries(extras),
  };
}

/** Header names hold few characters and no case: the rest is percent-encoded byte by byte. */
function escapeKey(key: string): string {
  return encodeURIComponent(key.toLowerCase()).replace(
    /[()]/g,
    (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
  );
}
