/** @module One pass over a DatabaseManager, as the workers want it. */

import { reasons } from '../core/reasons.ts';
import type { ReconcileDeps, ReconcileResult } from '../core/reconcile.ts';
import { reconcile } from '../core/reconcile.ts';
import { parseKey } from '../kube/object.ts';
import type { Outcome } from './controller/outcome.ts';
import type { Logger } from './logging/logger.ts';

/** A function that reconciles the instance of a key and says what became of it. */
export function reconcileInstance(
  logger: Logger,
  deps: ReconcileDeps,
): (key: string, signal: AbortSignal) => Promise<Outcome> {
  return async (key, signal) => {
    const result = await reconcile(parseKey(key), { ...deps, signal });
    report(logger, key, result);
    return outcomeOf(result);
  };
}

function outcomeOf({ outcome, requeueAfterMs, reason, message, error }: ReconcileResult): Outcome {
  switch (outcome) {
    case 'converged':
    case 'progressing':
    case 'suspended':
    case 'gone':
      return { type: 'done', requeueAfterMs };
    case 'stalled':
      return {
        type: reason === reasons.invalidSpec ? 'terminal' : 'retry',
        error: new StalledError(message),
      };
    case 'failed':
      return { type: 'retry', error };
  }
}

function report(logger: Logger, key: string, { outcome, actions, reason }: ReconcileResult): void {
  for (const { verb, kind, name } of actions) logger.info('Wrote', { key, verb, kind, name });
  switch (outcome) {
    case 'gone':
      logger.info('DatabaseManager in work queue no longer exists', { key });
      return;
    case 'converged':
      if (actions.length > 0) logger.info('Successfully synced', { key });
      else logger.debug('Successfully synced', { key });
      return;
    case 'progressing':
    case 'suspended':
      logger.debug('Synced', { key, outcome, reason });
      return;
    case 'stalled':
    case 'failed':
      // The controller logs what comes back as a failure.
      return;
  }
}

/** People have to help; the status and an event say how. */
class StalledError extends Error {
  override readonly name = 'StalledError';
}
