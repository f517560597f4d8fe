/** @module Follows an instance until it is Ready, cannot get there, or time is up. */
import type { Clock } from '../../kube/clock.ts';
import type { ObjectKey } from '../../kube/object.ts';
import { formatKey } from '../../kube/object.ts';
import { NotConvergedError } from '../errors/cli-error.ts';
import { isFatal } from '../errors/combine-failures.ts';
import { Interruption } from '../io.ts';
import type { Standing } from './standing.ts';

export interface FollowOptions {
  readonly key: ObjectKey;
  /** Looks, and reconciles where nobody else does. */
  readonly step: () => Promise<Standing>;
  /** Told how it stands after each step. */
  readonly onStep: (standing: Standing) => void;
  readonly timeoutMs: number;
  readonly clock: Clock;
  readonly signal: AbortSignal;
}

const FIRST_PAUSE_MS = 100;
const LONGEST_PAUSE_MS = 1000;
const GROWTH = 1.5;

/**
 * Steps until the instance is converged (or suspended, which nothing here will end). Rejects with a
 * NotConvergedError as soon as it is Stalled, when it is gone, and when `timeoutMs` is over; with an Interruption
 * that says how it stands when the user stops it.
 */
export async function follow({
  key,
  step,
  onStep,
  timeoutMs,
  clock,
  signal,
}: FollowOptions): Promise<Standing> {
  const name = formatKey(key);
  const deadline = clock.monotonic() + timeoutMs;
  let standing: Standing | undefined;
  try {
    for (let pause = FIRST_PAUSE_MS; ; pause = Math.min(pause * GROWTH, LONGEST_PAUSE_MS)) {
      standing = await step();
      onStep(standing);
      if (standing.outcome === 'converged' || standing.outcome === 'suspended') return standing;
      if (standing.outcome === 'stalled') throw stalled(name, standing);
      if (standing.outcome === 'gone')
        throw new NotConvergedError(`${name} was deleted meanwhile`, { reason: 'Gone' });
      if (standing.outcome === 'failed' && isFatal(standing.error, signal)) throw standing.error;
      if (clock.monotonic() + pause > deadline) throw late(name, standing, timeoutMs);
      await clock.sleep(pause, signal);
    }
  } catch (error) {
    throw signal.aborted ? interrupted(name, standing, signal) : error;
  }
}

function stalled(name: string, { reason, message }: Standing): NotConvergedError {
  return new NotConvergedError(`${name} is stalled (${reason}): ${message}`, { reason });
}

function late(name: string, { reason, message }: Standing, timeoutMs: number): NotConvergedError {
  const seconds = Math.round(timeoutMs / 1000);
  return new NotConvergedError(`${name} is not ready after ${seconds}s (${reason}): ${message}`, {
    reason: 'Timeout',
  });
}

function interrupted(name: string, standing: Standing | undefined, { reason }: AbortSignal): Interruption {
  const signalName = reason instanceof Interruption ? reason.signalName : 'SIGINT';
  const why = standing?.message ?? 'it was not looked at';
  return new Interruption(signalName, `${name} stays and is not ready yet: ${why}`);
}
