/** @module How long ago something was, as kubectl writes it. */

const SECOND = 1000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;
const YEAR = 365 * DAY;

/**
 * The time from `timestamp` (RFC 3339) to `now` (milliseconds since 1970) with at most two units: `95s`, `5m`,
 * `3m20s`, `5h12m`, `3d4h`, `40d`, `2y30d`. `<unknown>` without a timestamp, `0s` for one in the future.
 */
export function formatAge(timestamp: string | null | undefined, now: number): string {
  const then = Date.parse(timestamp ?? '');
  return Number.isNaN(then) ? '<unknown>' : formatSpan(Math.max(0, now - then));
}

function formatSpan(ms: number): string {
  if (ms < 2 * MINUTE) return `${Math.floor(ms / SECOND)}s`;
  if (ms < 10 * MINUTE) return twoUnits(ms, [MINUTE, 'm'], [SECOND, 's']);
  if (ms < 3 * HOUR) return `${Math.floor(ms / MINUTE)}m`;
  if (ms < 8 * HOUR) return twoUnits(ms, [HOUR, 'h'], [MINUTE, 'm']);
  if (ms < 2 * DAY) return `${Math.floor(ms / HOUR)}h`;
  if (ms < 8 * DAY) return twoUnits(ms, [DAY, 'd'], [HOUR, 'h']);
  if (ms < 2 * YEAR) return `${Math.floor(ms / DAY)}d`;
  if (ms < 8 * YEAR) return twoUnits(ms, [YEAR, 'y'], [DAY, 'd']);
  return `${Math.floor(ms / YEAR)}y`;
}

type Unit = readonly [ms: number, name: string];

function twoUnits(ms: number, [large, largeName]: Unit, [small, smallName]: Unit): string {
  const rest = Math.floor((ms % large) / small);
  return `${Math.floor(ms / large)}${largeName}${rest === 0 ? '' : `${rest}${smallName}`}`;
}
