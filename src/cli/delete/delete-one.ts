/** @module Deletes one DatabaseManager, and waits until nothing is left of it. */
import { type DatabaseManager, databaseManagers } from '../../api/database-manager.ts';
import type { Client } from '../../kube/client.ts';
import type { Clock } from '../../kube/clock.ts';
import { formatKey, keyOf } from '../../kube/object.ts';
import { isConflict, isNotFound } from '../../kube/status-error.ts';
import { CliError, NotConvergedError } from '../errors/cli-error.ts';
import { remainingOf } from './remaining.ts';

/** Deletes exactly the object that was looked at: one of the same name that came after it stays. */
export async function deleteOne(client: Client, dm: DatabaseManager, signal: AbortSignal): Promise<void> {
  const { uid = '' } = dm.metadata;
  try {
    await client.delete(databaseManagers, keyOf(dm), {
      preconditions: { uid },
      propagationPolicy: 'Background',
      signal,
    });
  } catch (error) {
    if (isNotFound(error)) return;
    if (!isConflict(error)) throw error;
    throw new CliError(
      `${formatKey(keyOf(dm))} was deleted and created anew meanwhile: the new one was left alone`,
      {
        reason: 'Conflict',
        cause: error,
      },
    );
  }
}

export interface GoneOptions {
  readonly timeoutMs: number;
  readonly clock: Clock;
  readonly signal: AbortSignal;
  /** Told what is still there. */
  readonly onRemaining: (remaining: readonly string[]) => void;
}

const FIRST_PAUSE_MS = 50;
const LONGEST_PAUSE_MS = 1000;
const GROWTH = 1.5;

/** Resolves when nothing is left. Rejects with a NotConvergedError that names what is when `timeoutMs` is over. */
export async function untilGone(
  client: Client,
  dm: DatabaseManager,
  { timeoutMs, clock, signal, onRemaining }: GoneOptions,
): Promise<void> {
  const deadline = clock.monotonic() + timeoutMs;
  for (let pause = FIRST_PAUSE_MS; ; pause = Math.min(pause * GROWTH, LONGEST_PAUSE_MS)) {
    const remaining = await remainingOf(client, dm, signal);
    if (remaining.length === 0) return;
    onRemaining(remaining);
    if (clock.monotonic() + pause > deadline) throw late(dm, remaining, timeoutMs);
    await clock.sleep(pause, signal);
  }
}

function late(dm: DatabaseManager, remaining: readonly string[], timeoutMs: number): NotConvergedError {
  const seconds = Math.round(timeoutMs / 1000);
  const who = "removing them is the work of the cluster's garbage collector (kube-controller-manager)";
  return new NotConvergedError(
    `${formatKey(keyOf(dm))} is not gone after ${seconds}s: ${remaining.join(', ')} remain; ${who}`,
    { reason: 'Timeout' },
  );
}
