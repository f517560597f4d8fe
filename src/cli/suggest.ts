/** @module The nearest known name to a misspelt one. */
import { distance } from 'fastest-levenshtein';

/**
 * The candidate that differs least from `name`, if it differs by no more than a typing error or two would; else
 * one that `name` is the beginning of.
 */
export function nearest(name: string, candidates: readonly string[]): string | undefined {
  const limit = Math.min(2, Math.max(1, Math.floor(name.length / 3)));
  const ranked = candidates
    .map((candidate) => ({ candidate, steps: distance(name.toLowerCase(), candidate.toLowerCase()) }))
    .filter(({ steps }) => steps <= limit)
    .toSorted((a, b) => a.steps - b.steps);
  return ranked[0]?.candidate ?? candidates.find((candidate) => name !== '' && candidate.startsWith(name));
}

/** ` (did you mean "x"?)`, or nothing where no candidate is near. */
export function didYouMean(name: string, candidates: readonly string[]): string {
  const suggestion = nearest(name, candidates);
  return suggestion === undefined ? '' : ` (did you mean "${suggestion}"?)`;
}
