/** @module Changes how many replicas a DatabaseManager wants, through its scale subresource. */
import { type DatabaseManager, databaseManagers } from '../api/database-manager.ts';
import { validateDatabaseManager } from '../api/validation.ts';
import type { Client } from '../kube/client.ts';
import { formatKey, type ObjectKey } from '../kube/object.ts';
import { isConflict } from '../kube/status-error.ts';
import { CliError, UsageError } from './errors/cli-error.ts';
import { findOne } from './find-databases.ts';
import { toCause } from './manifest/to-database-manager.ts';

export interface ScaleOptions {
  readonly replicas: number;
  /** Only scale when it has so many now. */
  readonly currentReplicas?: number | undefined;
  readonly signal: AbortSignal;
}

/** The object as it is wanted now, and whether it had to be changed. */
export interface Scaled {
  readonly dm: DatabaseManager;
  readonly changed: boolean;
}

/** Somebody else may change the object between look and write; so often we look again. */
const ATTEMPTS = 5;

/**
 * Sets spec.replicas. Rejects with a CliError when the precondition does not hold, and with a UsageError when the
 * object may not have so many (nothing is sent then).
 */
export async function scale(client: Client, key: ObjectKey, options: ScaleOptions): Promise<Scaled> {
  const { replicas, currentReplicas, signal } = options;
  for (let attempt = 1; ; attempt += 1) {
    const dm = await findOne(client, key, signal);
    const current = dm.spec.replicas ?? 1;
    if (currentReplicas !== undefined && current !== currentReplicas)
      throw otherThan(key, currentReplicas, current);
    if (current === replicas) return { dm, changed: false };
    refuseInvalid(dm, replicas);
    // The version makes the precondition hold until the write.
    const precondition =
      currentReplicas === undefined ? {} : { resourceVersion: dm.metadata.resourceVersion };
    const body = { metadata: precondition, spec: { replicas } };
    try {
      await client.patch(databaseManagers, key, { type: 'merge', body }, { subresource: 'scale', signal });
      return { dm: { ...dm, spec: { ...dm.spec, replicas } }, changed: true };
    } catch (error) {
      if (!isConflict(error) || attempt === ATTEMPTS) throw error;
    }
  }
}

function refuseInvalid(dm: DatabaseManager, replicas: number): void {
  const wanted = { ...dm, spec: { ...dm.spec, replicas } };
  const faults = validateDatabaseManager(wanted, dm);
  if (faults.length === 0) return;
  const { name } = dm.metadata;
  throw new UsageError(`${name} cannot have ${replicas} replicas`, {
    reason: 'Invalid',
    causes: faults.map(toCause),
  });
}

function otherThan(key: ObjectKey, expected: number, current: number): CliError {
  return new CliError(
    `${formatKey(key)} has ${current} replicas, not ${expected} as --current-replicas says: it was left alone`,
    { reason: 'PreconditionFailed' },
  );
}
