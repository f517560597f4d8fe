/** @module A write that failed for a reason that may pass. */

/** The message says what was being done to what, and what the server said; `cause` is the client's error. */
export class WriteFailedError extends Error {
  override readonly name = 'WriteFailedError';
}
