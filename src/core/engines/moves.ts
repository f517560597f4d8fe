/** @module The reasons, shared by engines, why one version cannot serve the data of another. */
import { compareVersions } from './versions.ts';

const CURE = 'set version back, or create another DatabaseManager and load a dump into it';

/** No server reads data that a newer one has written. */
export function refuseDowngrade(title: string, from: string, to: string): string | undefined {
  if (compareVersions(to, from) >= 0) return undefined;
  return `${title} ${to} cannot serve data written by ${title} ${from}: ${CURE}`;
}

/** The server cannot make this step by itself. `through` names the release to go through first. */
export function refuseStep(title: string, from: string, to: string, through?: string): string {
  const detour = through === undefined ? '' : `upgrade to ${through} first, or `;
  return `${title} ${to} cannot start on data written by ${title} ${from}: ${detour}${CURE}`;
}
