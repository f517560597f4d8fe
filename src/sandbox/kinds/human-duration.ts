/** @module How old something is, as kubectl shows it. */

const MINUTE = 60;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

/** `5s`, `3m12s`, `47m`, `5h20m`, `3d4h`, `12d`, `2y30d`; `<invalid>` for what lies in the future. */
export function humanDuration(ms: number): string {
  const seconds = Math.floor(ms / 1000);
  if (seconds < -1) return '<invalid>';
  if (seconds < 0) return '0s';
  if (seconds < 2 * MINUTE) return `${seconds}s`;
  const minutes = Math.floor(seconds / MINUTE);
  if (minutes < 10) return two(minutes, 'm', seconds % MINUTE, 's');
  if (minutes < 180) return `${minutes}m`;
  const hours = Math.floor(seconds / HOUR);
  if (hours < 8) return two(hours, 'h', minutes % 60, 'm');
  if (hours < 48) return `${hours}h`;
  const days = Math.floor(seconds / DAY);
  if (days < 8) return two(days, 'd', hours % 24, 'h');
  if (days < 730) return `${days}d`;
  const years = Math.floor(days / 365);
  return years < 8 ? two(years, 'y', days % 365, 'd') : `${years}y`;
}

/** The time since `time` (RFC 3339), `<unknown>` when there is none. */
export function ageOf(time: unknown, now: number): string {
  return typeof time === 'string' ? humanDuration(now - Date.parse(time)) : '<unknown>';
}

function two(big: number, bigUnit: string, small: number, smallUnit: string): string {
  return small === 0 ? `${big}${bigUnit}` : `${big}${bigUnit}${small}${smallUnit}`;
}
