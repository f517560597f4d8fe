/** @module Short names from content, the same for what Kubernetes takes for the same. */
import { onceEach } from './once-each.ts';

const ALPHABET = 'bcdfghjklmnpqrstvwxz2456789';

/** JSON with sorted keys; null, absent and empty are the same, as in a comparison of Go values. */
export const stableJson = onceEach((value: unknown) => JSON.stringify(canonical(value)) ?? '');

/** Ten characters without vowels, so that no word appears in a name: 32-bit FNV-1a, twice. */
export const stableHash = onceEach((value: unknown) => {
  const text = stableJson(value);
  return encode(fnv1a(text, 0x811c9dc5)) + encode(fnv1a(text, 0x050c5d1f));
});

function canonical(value: unknown): unknown {
  if (value === null) return undefined;
  if (Array.isArray(value))
    return value.length === 0 ? undefined : value.map((item) => canonical(item) ?? null);
  if (typeof value !== 'object') return value;
  const entries = Object.entries(value)
    .map(([key, field]) => [key, canonical(field)] as const)
    .filter(([, field]) => field !== undefined)
    .sort(([a], [b]) => (a < b ? -1 : 1));
  return entries.length === 0 ? undefined : Object.fromEntries(entries);
}

function fnv1a(text: string, basis: number): number {
  let hash = basis;
  for (const byte of Buffer.from(text)) hash = Math.imul(hash ^ byte, 0x01000193);
  return hash >>> 0;
}

function encode(hash: number): string {
  let rest = hash;
  let text = '';
  for (let i = 0; i < 5; i++) {
    text += ALPHABET[rest % ALPHABET.length];
    rest = Math.floor(rest / ALPHABET.length);
  }
  return text;
}
