/** @module Workers that take keys from a queue and reconcile them. */
import { type Clock, systemClock } from '../../kube/clock.ts';
import type { Logger } from '../logging/logger.ts';
import { untilAborted } from '../manager/until-aborted.ts';
import type { RateLimitingQueue } from '../workqueue/rate-limiting-queue.ts';
import type { Gate } from './gate.ts';
import { type Outcome, settle } from './outcome.ts';
import { withTimeLimit } from './with-time-limit.ts';
import type { WorkerObserver } from './worker-observer.ts';

export interface ControllerOptions {
  readonly queue: RateLimitingQueue;
  /** One pass. What it throws counts as `retry`. It must end soon after `signal` is aborted. */
  readonly reconcile: (key: string, signal: AbortSignal) => Promise<Outcome>;
  /** Passes are begun only while it is open, and aborted when it closes. */
  readonly gate: Gate;
  readonly logger: Logger;
  readonly clock?: Clock;
  /** Passes at the same time, each over another key. Default 2. */
  readonly workers?: number;
  /** How long a pass may take before it is aborted, in ms. Default two minutes. */
  readonly deadlineMs?: number;
  /** Default: nobody. */
  readonly observer?: WorkerObserver | undefined;
}

const WORKERS = 2;
const DEADLINE_MS = 120_000;

/**
 * Runs the workers until `stop`, then shuts the queue down and resolves when the passes under way have ended.
 * Never rejects: a failing key is logged, retried as its outcome says, and does not disturb others.
 */
export async function runWorkers(options: ControllerOptions, stop: AbortSignal): Promise<void> {
  const { queue, workers = WORKERS, observer } = options;
  observer?.workers(workers);
  const drained = once(stop).then(() => queue.shutDownWithDrain());
  await Promise.all(Array.from({ length: workers }, () => work(options, stop)));
  await drained;
}

function once(signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (signal.aborted) resolve();
    else signal.addEventListener('abort', () => resolve(), { once: true });
  });
}

async function work(options: ControllerOptions, stop: AbortSignal): Promise<void> {
  const { queue, gate } = options;
  for (let key = await queue.get(); key !== undefined; key = await queue.get()) {
    try {
      // The only rejection is the abort, after which nothing is begun.
      const term = await untilAborted(gate.enter(), stop).catch(() => undefined);
      if (term !== undefined && !stop.aborted) await pass(key, options, term);
    } finally {
      queue.done(key);
    }
  }
}

async function pass(key: string, options: ControllerOptions, term: AbortSignal): Promise<void> {
  const { queue, logger, clock = systemClock, observer } = options;
  const beganAt = clock.monotonic();
  observer?.began();
  const outcome = await attempt(key, options, term);
  observer?.ended(outcome, clock.monotonic() - beganAt);
  const comesBackIn = settle(queue, key, outcome);
  if (outcome.type === 'done') return logger.debug('finished a pass', { key, comesBackIn });
  const said = outcome.type === 'terminal' ? 'error syncing, not tried again' : 'error syncing, requeuing';
  logger.error(said, { key, comesBackIn, error: outcome.error });
}

/** The catch-all: whatever a pass throws belongs to its key alone. */
async function attempt(key: string, options: ControllerOptions, term: AbortSignal): Promise<Outcome> {
  const { reconcile, clock = systemClock, deadlineMs = DEADLINE_MS } = options;
  const late = () => new DeadlineExceededError(deadlineMs);
  try {
    return await withTimeLimit((signal) => reconcile(key, signal), {
      ms: deadlineMs,
      signal: term,
      clock,
      late,
    });
  } catch (error) {
    return { type: 'retry', error };
  }
}

class DeadlineExceededError extends Error {
  override readonly name = 'DeadlineExceededError';

  constructor(deadlineMs: number) {
    super(`the pass was not over after ${deadlineMs / 1000} s`);
  }
}
