/** @module Reads the times that stored objects carry. */

/** Milliseconds since 1970 of a stored time; 0 when there is none. */
export function millisecondsOf(time: string | null | undefined): number {
  return time === undefined || time === null ? 0 : Date.parse(time);
}
