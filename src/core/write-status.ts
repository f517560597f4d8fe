/** @module Writes the status of an instance when it differs, and never over somebody's newer one. */
import { isDeepStrictEqual } from 'node:util';
import {
  type DatabaseManager,
  type DatabaseManagerStatus,
  databaseManagers,
} from '../api/database-manager.ts';
import { formatKey, keyOf } from '../kube/object.ts';
import { isConflict, isNotFound } from '../kube/status-error.ts';
import type { ReconcileDeps } from './deps.ts';
import { find } from './find.ts';
import { MANAGER } from './labels.ts';
import { statusPatch } from './status.ts';
import { WriteFailedError } from './write-failed-error.ts';

/** What became of a status: whether it was written, and over which instance. */
export interface StatusWritten {
  readonly written: boolean;
  /** The instance before the write: the one passed, or a newer one. */
  readonly dm: DatabaseManager;
  readonly status: DatabaseManagerStatus;
}

/** After so many conflicts somebody else is writing all the time: the next pass will see. */
const MAX_ATTEMPTS = 4;

/**
 * `statusFor` computes the status from the instance; it is called again with the live one when the passed one turns
 * out to be old. Undefined when the instance is gone. Rejects with the last Conflict, and
 * with a WriteFailedError otherwise.
 * An instance whose spec has changed meanwhile counts as a conflict too: this pass has nothing to say about it.
 */
export async function writeStatus(
  dm: DatabaseManager,
  statusFor: (dm: DatabaseManager) => DatabaseManagerStatus,
  deps: Pick<ReconcileDeps, 'live' | 'writer' | 'signal'>,
): Promise<StatusWritten | undefined> {
  let current = dm;
  for (let attempt = 1; ; attempt++) {
    const status = statusFor(current);
    const patch = statusPatch(current.status, status);
    if (patch === undefined) return { written: false, dm: current, status };
    try {
      await patchStatus(current, patch, deps);
      return { written: true, dm: current, status };
    } catch (error) {
      if (isNotFound(error)) return undefined;
      if (!isConflict(error)) throw notWritten(dm, error);
      if (attempt === MAX_ATTEMPTS) throw error;
      const live = await find(deps.live, databaseManagers, keyOf(dm), deps);
      if (live === undefined) return undefined;
      if (!isSameWish(live, dm)) throw error;
      current = live;
    }
  }
}

function patchStatus(
  { metadata }: DatabaseManager,
  status: Readonly<Record<string, unknown>>,
  { writer, signal }: Pick<ReconcileDeps, 'writer' | 'signal'>,
) {
  const { namespace, name = '', resourceVersion } = metadata;
  const key = namespace === undefined ? { name } : { namespace, name };
  const body = { metadata: { resourceVersion }, status };
  return writer.patch(
    databaseManagers,
    key,
    { type: 'merge', body },
    { subresource: 'status', fieldManager: MANAGER, signal },
  );
}

function notWritten(dm: DatabaseManager, error: unknown): WriteFailedError {
  const said = error instanceof Error ? error.message : String(error);
  return new WriteFailedError(`writing the status of ${formatKey(keyOf(dm))}: ${said}`, { cause: error });
}

function isSameWish(a: DatabaseManager, b: DatabaseManager): boolean {
  return a.metadata.uid === b.metadata.uid && isDeepStrictEqual(a.spec, b.spec);
}
