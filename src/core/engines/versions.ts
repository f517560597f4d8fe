/** @module Compares version numbers and says which series of an engine they belong to. */
import type { Engine, EngineSeries } from './engine.ts';

/**
 * Compares as many leading numbers as both versions have: `8.4` and `8.4.3-oracle` are equal.
 * Returns a negative number, 0 or a positive number.
 */
export function compareVersions(a: string, b: string): number {
  const left = numbersOf(a);
  const right = numbersOf(b);
  for (const [index, number] of left.entries()) {
    const other = right[index];
    if (other === undefined) return 0;
    if (number !== other) return number - other;
  }
  return 0;
}

/** The first number of a version, NaN when it begins with none. */
export function majorOf(version: string): number {
  return numbersOf(version)[0] ?? Number.NaN;
}

/** The catalogue's entry for a version, undefined when it is not known. */
export function seriesOf(engine: Engine, version: string): EngineSeries | undefined {
  return engine.series.find(({ series }) => belongsTo(version, series));
}

/** Whether `version` is `series` itself or a release of it. */
export function belongsTo(version: string, series: string): boolean {
  const parts = numbersOf(version);
  const wanted = numbersOf(series);
  return wanted.length > 0 && wanted.every((number, index) => parts[index] === number);
}

/**
 * A sentence for people who run a version that gets no more fixes, undefined for all others.
 * `now` is in milliseconds since 1970; a series ends with the last day of its month.
 */
export function endedVersionNotice(engine: Engine, version: string, now: number): string | undefined {
  const lastFixes = seriesOf(engine, version)?.lastFixes;
  if (lastFixes === undefined || now < endOfMonth(lastFixes)) return undefined;
  return `${engine.title} ${version} has had no security fixes since ${lastFixes}: the current long-term release is ${engine.currentLts}`;
}

function numbersOf(version: string): number[] {
  const [, leading = ''] = /^(\d+(?:\.\d+)*)/.exec(version) ?? [];
  return leading === '' ? [] : leading.split('.').map(Number);
}

function endOfMonth(month: string): number {
  const [year = 0, number = 0] = month.split('-').map(Number);
  return Date.UTC(year, number, 1);
}
