/** @module Starts the parts of a program one after another, and stops them in reverse. */
import { type Clock, systemClock } from '../../kube/clock.ts';

/** A part of a program. */
export interface Stage {
  /**
   * Resolves when the next stage may start. Rejects with the signal's reason when aborted. `fail` reports a failure
   * that comes later; it stops the program.
   */
  start(signal: AbortSignal, fail: (error: unknown) => void): Promise<void>;
  /** Ends what `start` has begun, at the latest soon after `cutOff` is aborted. Also called after a failed start. */
  stop(cutOff: AbortSignal): Promise<void>;
}

export interface StagesOptions {
  /** Its abort stops the program; that is no failure. */
  readonly signal: AbortSignal;
  readonly clock?: Clock;
  /** How long stopping may take before what is under way is cut off, in ms. Default 30 000. */
  readonly shutdownTimeoutMs?: number | undefined;
  /** All stages have started. */
  readonly onReady?: (() => void) | undefined;
  /** Stopping begins. */
  readonly onStopping?: () => void;
}

const SHUTDOWN_MS = 30_000;

/** Runs until `signal` is aborted or a stage fails. Rejects with the first failure, after everything has stopped. */
export async function runStages(stages: readonly Stage[], options: StagesOptions): Promise<void> {
  const failures: unknown[] = [];
  const stopping = new AbortController();
  const stop = () => stopping.abort(options.signal.reason);
  if (options.signal.aborted) stop();
  options.signal.addEventListener('abort', stop, { once: true });
  const fail = (error: unknown) => {
    failures.push(error);
    stopping.abort(error);
  };

  const started: Stage[] = [];
  try {
    for (const stage of stages) {
      stopping.signal.throwIfAborted();
      started.unshift(stage);
      await stage.start(stopping.signal, fail);
    }
    options.onReady?.();
    await aborted(stopping.signal);
  } catch (error) {
    if (!stopping.signal.aborted) fail(error);
  }
  options.signal.removeEventListener('abort', stop);
  options.onStopping?.();
  failures.push(...(await stopAll(started, options)));
  if (failures.length > 0) throw failures[0];
}

async function stopAll(started: readonly Stage[], options: StagesOptions): Promise<readonly unknown[]> {
  const { clock = systemClock, shutdownTimeoutMs = SHUTDOWN_MS } = options;
  const failures: unknown[] = [];
  const cutOff = new AbortController();
  const done = new AbortController();
  clock.sleep(shutdownTimeoutMs, done.signal).then(
    () => cutOff.abort(new Error(`stopping was cut off after ${shutdownTimeoutMs / 1000} s`)),
    () => undefined,
  );
  for (const stage of started) {
    try {
      await stage.stop(cutOff.signal);
    } catch (error) {
      failures.push(error);
    }
  }
  done.abort();
  return failures;
}

function aborted(signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (signal.aborted) resolve();
    else signal.addEventListener('abort', () => resolve(), { once: true });
  });
}
