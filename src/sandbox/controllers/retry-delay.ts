/** @module When to look again for something that nobody announces. */

const MAX_MS = 30_000;

/** A tenth of the time since it began, at least `floorMs`, at most half a minute: quick at first, then quiet. */
export function retryDelay(sinceMs: number, floorMs: number): number {
  return Math.min(MAX_MS, Math.max(floorMs, Math.round(sinceMs / 10)));
}
