/** @module How a DatabaseManager stands, told from its status alone. */
import { findCondition } from '../../api/conditions.ts';
import type { DatabaseManager } from '../../api/database-manager.ts';
import type { Outcome, ReconcileResult } from '../../core/reconcile.ts';

/** `progressing` also means: not looked at yet since it was changed last. */
export interface Standing {
  readonly outcome: Outcome;
  readonly reason: string;
  readonly message: string;
  /** Whether all children have been made. */
  readonly childrenExist: boolean;
  /** Of an outcome `failed`: what a request ended with. */
  readonly error?: unknown;
}

/** How it stands after a pass. */
export function standingAfter(result: ReconcileResult): Standing {
  const { outcome, reason = '', message = '', status, error } = result;
  return { outcome, reason, message, childrenExist: status?.endpoint !== undefined, error };
}

/** What the conditions say, provided that they are about the object's present generation. */
export function standingOf({ metadata, spec, status }: DatabaseManager): Standing {
  const childrenExist = status?.endpoint !== undefined;
  const ready = findCondition(status?.conditions, 'Ready');
  const isCurrent = (status?.observedGeneration ?? 0) >= (metadata.generation ?? 0);
  if (ready === undefined || !isCurrent) {
    const message = 'waiting for the controller to look at it';
    return { outcome: 'progressing', reason: 'Pending', message, childrenExist };
  }
  const isStalled = findCondition(status?.conditions, 'Stalled')?.status === 'True';
  const settled = ready.status === 'True' ? 'converged' : 'progressing';
  const outcome = isStalled ? 'stalled' : spec.suspend === true ? 'suspended' : settled;
  return { outcome, reason: ready.reason, message: ready.message, childrenExist };
}
