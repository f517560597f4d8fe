/** @module Whole numbers, read strictly: `08`, `0x5`, `+3`, `1e1` and `3abc` are mistakes, not numbers. */
import { UsageError } from '../errors/cli-error.ts';
import { customFlag } from '../oclif.ts';

/** The bounds of a {@link wholeNumberFlag}, both inclusive. */
export interface Bounds {
  readonly min: number;
  readonly max: number;
}

/** The number that `text` is in plain decimal notation, if it lies within the bounds. */
export function parseWholeNumber(text: string, { min, max }: Bounds): number | undefined {
  if (!/^(?:0|[1-9]\d{0,9})$/.test(text)) return undefined;
  const number = Number(text);
  return number >= min && number <= max ? number : undefined;
}

/** A flag with a whole number as value; anything else ends as a UsageError that names the bounds. */
export const wholeNumberFlag = customFlag<number, { min: number; max: number }>({
  parse: (input, _context, { name, min, max }) => {
    const number = parseWholeNumber(input, { min, max });
    if (number !== undefined) return Promise.resolve(number);
    throw new UsageError(`--${name} must be a whole number from ${min} to ${max}, not "${input}"`);
  },
});

/** How many replicas a DatabaseManager may have, as its schema says. */
export const REPLICA_BOUNDS: Bounds = { min: 1, max: 10 };
