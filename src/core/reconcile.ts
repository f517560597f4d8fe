/** @module The one path of a reconcile: observe, plan, apply, conclude. */
import type { ObjectKey } from '../kube/object.ts';
import { isConflict, isForbidden } from '../kube/status-error.ts';
import { apply, type Failure, type Performed } from './apply.ts';
import type { Halt } from './checks/halt.ts';
import { conclude } from './conclude.ts';
import type { ReconcileDeps } from './deps.ts';
import type { ActionSummary } from './describe-action.ts';
import { describeAction } from './describe-action.ts';
import { observe } from './observe.ts';
import { plan } from './plan.ts';
import { reasons } from './reasons.ts';
import type { ReconcileResult } from './reconcile-result.ts';
import { describeFailure, haltOf, isRace } from './refusal.ts';
import { ResourceNotInstalledError } from './resource-not-installed-error.ts';
import { WriteFailedError } from './write-failed-error.ts';

export type { ReconcileDeps } from './deps.ts';
export type { Outcome, ReconcileResult } from './reconcile-result.ts';

/** So often a pass starts over because a child was not as observed; from the second time on it reads live. */
const MAX_ATTEMPTS = 3;

/**
 * One pass over one instance: level-triggered, idempotent, and silent when there is nothing to do. Rejects only with
 * the signal's reason when aborted; everything else is in the result.
 */
export async function reconcile(key: ObjectKey, deps: ReconcileDeps): Promise<ReconcileResult> {
  const performed: Performed[] = [];
  try {
    return await pass(key, deps, performed);
  } catch (error) {
    deps.signal?.throwIfAborted();
    return failed(key, error, performed);
  }
}

async function pass(key: ObjectKey, deps: ReconcileDeps, performed: Performed[]): Promise<ReconcileResult> {
  for (let attempt = 1; ; attempt++) {
    const observed = await observe(key, attempt === 1 ? deps : { ...deps, reader: deps.live });
    if (observed === undefined) return { key, outcome: 'gone', actions: summaries(performed) };
    const intended = plan(observed, deps);
    const { performed: done, failure } = await apply(intended.actions, deps);
    performed.push(...done);
    const again = attempt < MAX_ATTEMPTS;
    if (again && failure !== undefined && isRace(failure)) continue;
    const halt = failure === undefined ? intended.halt : haltOrThrow(failure);
    try {
      return await conclude({ observed, plan: intended, performed, halt }, deps);
    } catch (error) {
      if (!again || !isConflict(error)) throw error;
    }
  }
}

function haltOrThrow(failure: Failure): Halt {
  const halt = haltOf(failure);
  if (halt === undefined) throw new WriteFailedError(describeFailure(failure), { cause: failure.error });
  return halt;
}

function failed(
  { namespace, name }: ObjectKey,
  error: unknown,
  performed: readonly Performed[],
): ReconcileResult {
  const said = error instanceof Error ? error.message : String(error);
  const cause = error instanceof WriteFailedError ? error.cause : error;
  return {
    key: namespace === undefined ? { name } : { namespace, name },
    outcome: 'failed',
    actions: summaries(performed),
    reason: reasonOf(cause),
    message: said,
    error,
  };
}

function summaries(performed: readonly Performed[]): readonly ActionSummary[] {
  return performed.map(({ action }) => describeAction(action));
}

function reasonOf(error: unknown): string {
  if (error instanceof ResourceNotInstalledError) return reasons.resourceNotInstalled;
  if (isForbidden(error)) return reasons.forbidden;
  return isConflict(error) ? reasons.conflict : reasons.requestFailed;
}
