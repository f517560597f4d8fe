/** @module Leadership that cannot be had, or is lost. */

/** The process must not write (any more). */
export class LeaderElectionError extends Error {
  override readonly name = 'LeaderElectionError';
}
