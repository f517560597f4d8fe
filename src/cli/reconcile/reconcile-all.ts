/** @module Passes over many instances, several at a time; one that fails never hides the others. */
import type { ActionSummary } from '../../core/describe-action.ts';
import type { ReconcileResult } from '../../core/reconcile.ts';
import { formatKey, type ObjectKey } from '../../kube/object.ts';
import { NotConvergedError } from '../errors/cli-error.ts';
import { follow } from '../follow/follow.ts';
import { standingAfter } from '../follow/standing.ts';
import { inParallel } from '../in-parallel.ts';
import type { Io } from '../io.ts';
import type { Progress } from '../progress/progress.ts';
import type { Reconciler } from './reconciler.ts';

export interface ReconcileAllOptions {
  readonly reconciler: Reconciler;
  readonly io: Io;
  /** Follows each until it is Ready, cannot get there, or this many milliseconds are over. Absent: one pass. */
  readonly untilReady?: { readonly timeoutMs: number; readonly progress: Progress } | undefined;
}

const AT_A_TIME = 8;

/** The result of the last pass over each, in the order of `keys`, with the writes of all its passes. */
export async function reconcileAll(
  keys: readonly ObjectKey[],
  options: ReconcileAllOptions,
): Promise<readonly ReconcileResult[]> {
  return await inParallel(keys, AT_A_TIME, (key) => reconcileOne(key, options));
}

async function reconcileOne(
  key: ObjectKey,
  { reconciler, io, untilReady }: ReconcileAllOptions,
): Promise<ReconcileResult> {
  const actions: ActionSummary[] = [];
  let last: ReconcileResult | undefined;
  const pass = async (): Promise<ReconcileResult> => {
    last = await reconciler.pass(key);
    actions.push(...last.actions);
    return last;
  };
  if (untilReady === undefined) return await pass();
  const { timeoutMs, progress } = untilReady;
  const title = formatKey(key);
  try {
    await follow({
      key,
      step: async () => standingAfter(await pass()),
      onStep: ({ outcome, message }) =>
        outcome === 'converged' ? progress.done(title) : progress.waiting(title, message),
      timeoutMs,
      clock: io.clock,
      signal: io.signal,
    });
  } catch (error) {
    // The last result tells the same.
    if (!(error instanceof NotConvergedError)) throw error;
    progress.failed(title, error.message);
  }
  return { ...(last ?? (await pass())), actions };
}
