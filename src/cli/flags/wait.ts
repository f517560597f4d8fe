/** @module `--wait` and `--timeout`: whether to follow until it is done, and for how long. */
import { booleanFlag } from '../oclif.ts';
import { durationFlag } from './duration.ts';

/** How long commands wait unless told otherwise, in milliseconds. */
export const DEFAULT_TIMEOUT_MS = 5 * 60_000;

/** `--[no-]wait --timeout`; `what` completes "Wait until …". */
export function waitFlags(what: string) {
  return {
    wait: booleanFlag({ allowNo: true, summary: `Wait until ${what}.` }),
    timeout: durationFlag({
      summary: 'How long to wait at most, such as 90s or 5m; exit code 3 when it is over. 5m when not given.',
    }),
  };
}
