/** @module Durations as Go and kubectl write them. */
import { UsageError } from '../errors/cli-error.ts';
import { customFlag } from '../oclif.ts';

const UNITS: Readonly<Record<string, number>> = { ms: 1, s: 1000, m: 60_000, h: 3_600_000 };
const PART = /(\d+(?:\.\d+)?)(ms|s|m|h)/gy;
/** The longest that a timer can hold: 24.8 days. */
const LONGEST_MS = 2 ** 31 - 1;

/**
 * `90s`, `1m30s`, `500ms`, or a plain number of seconds, in milliseconds. Undefined for anything else, and for
 * more than the 24 days that a timer can hold.
 */
export function parseDuration(text: string): number | undefined {
  const ms = /^\d+$/.test(text) ? Number(text) * 1000 : sumOfParts(text);
  return ms === undefined || ms > LONGEST_MS ? undefined : ms;
}

function sumOfParts(text: string): number | undefined {
  const parts = [...text.matchAll(PART)];
  const covered = parts.reduce((length, [part]) => length + part.length, 0);
  if (text === '' || covered !== text.length) return undefined;
  return parts.reduce((sum, [, amount, unit]) => sum + Number(amount) * (UNITS[unit ?? ''] ?? 0), 0);
}

/** A flag with a duration as value, in milliseconds. */
export const durationFlag = customFlag<number>({
  helpValue: 'DURATION',
  parse: (input, _context, { name }) => {
    const ms = parseDuration(input);
    if (ms !== undefined) return Promise.resolve(ms);
    throw new UsageError(`--${name} must be a duration such as 30s, 5m or 1m30s, not "${input}"`);
  },
});
