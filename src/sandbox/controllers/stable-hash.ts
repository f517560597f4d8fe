/** @module Short names from content, the same for equal content whatever the order of its keys. */

const ALPHABET = 'bcdfghjklmnpqrstvwxz2456789';

/** JSON with sorted keys; absent and undefined fields are the same. */
export function stableJson(value: unknown): string {
  return JSON.stringify(value, (_key, field: unknown) => (isRecord(field) ? sortKeys(field) : field));
}

/** Ten characters without vowels, so that no word appears in a name: 32-bit FNV-1a, twice. */
export function stableHash(value: unknown): string {
  const text = stableJson(value);
  return encode(fnv1a(text, 0x811c9dc5)) + encode(fnv1a(text, 0x050c5d1f));
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

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function sortKeys(record: Record<string, unknown>): Record<string, unknown> {
  return Object.fromEntries(Object.entries(record).sort(([a], [b]) => (a < b ? -1 : a > b ? 1 : 0)));
}
