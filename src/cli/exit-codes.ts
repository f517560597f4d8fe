/** @module The exit codes of dbm, as its help documents them. */

/** Done as asked; for `--dry-run` and reports too. */
export const DONE = 0;
/** The server or a file refused; nothing more precise is known. */
export const FAILED = 1;
/** What was asked for is malformed: flags, arguments, manifests. Nothing was sent. */
export const USAGE = 2;
/** The objects are stored but did not become Ready (or gone) in time, or are Stalled. */
export const NOT_CONVERGED = 3;
/** The cluster does not answer, or does not let us in. */
export const UNREACHABLE = 4;
/** `reconcile --detailed-exitcode`: something was changed, and all is converged. */
export const CHANGED = 10;
/** Ended by Ctrl-C. */
export const INTERRUPTED = 130;
/** Ended by SIGTERM. */
export const TERMINATED = 143;
