/** @module What a pass came to. */
import type { DatabaseManagerStatus } from '../api/database-manager.ts';
import type { ObjectKey } from '../kube/object.ts';
import type { ActionSummary } from './describe-action.ts';

/**
 * - `converged`: ready, nothing left to do.
 * - `progressing`: on the way; the Deployment's changes, or `requeueAfterMs`, bring the next pass.
 * - `stalled`: people have to help; try again with backoff.
 * - `failed`: a request failed, see `error`; try again with backoff.
 * - `suspended`: the spec says so.
 * - `gone`: deleted, or being deleted. Nothing to do.
 */
export type Outcome = 'converged' | 'progressing' | 'stalled' | 'failed' | 'suspended' | 'gone';

/** One pass over one instance. */
export interface ReconcileResult {
  readonly key: ObjectKey;
  readonly outcome: Outcome;
  /** What was written, in order: children first, then the status. */
  readonly actions: readonly ActionSummary[];
  /** When to look again though nothing changes, in milliseconds. */
  readonly requeueAfterMs?: number;
  /** As written, or as it is when it did not differ. */
  readonly status?: DatabaseManagerStatus;
  /** The Ready condition's reason, or why the pass failed. */
  readonly reason?: string;
  readonly message?: string;
  /** Of a failed pass. */
  readonly error?: unknown;
}
