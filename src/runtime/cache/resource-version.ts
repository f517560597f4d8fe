/** @module Orders resource versions, which the API promises to be decimal numbers that grow. */

/**
 * Whether `a` was stored after `b`. An unknown version is older than any known one. Versions that are not decimal
 * numbers cannot be ordered; then `a` counts as newer, because what arrives later is more likely to be.
 */
export function isNewer(a: string | undefined, b: string | undefined): boolean {
  if (a === undefined || a === b) return false;
  if (b === undefined || !isDecimal(a) || !isDecimal(b)) return true;
  return a.length === b.length ? a > b : a.length > b.length;
}

function isDecimal(text: string): boolean {
  return /^(0|[1-9][0-9]*)$/.test(text);
}
