/** @module Sends new DatabaseManagers to the server. */
import { type DatabaseManager, databaseManagers } from '../../api/database-manager.ts';
import type { Reader, Writer } from '../../kube/client.ts';
import { isAlreadyExists } from '../../kube/status-error.ts';
import { CliError } from '../errors/cli-error.ts';
import { type Attempts, tryEach } from '../errors/combine-failures.ts';
import type { ReadDatabaseManager } from '../manifest/read-database-managers.ts';
import { requireFreeNames } from './free-names.ts';

export interface CreateOptions {
  /** Everything but the storing. */
  readonly dryRun: boolean;
  readonly signal: AbortSignal;
  /** Told each object as soon as the server has it. */
  readonly onCreated: (dm: DatabaseManager) => void;
}

/** Creates each object; one that fails does not keep the others from being tried. */
export async function createAll(
  client: Reader & Writer,
  objects: readonly ReadDatabaseManager[],
  { dryRun, signal, onCreated }: CreateOptions,
): Promise<Attempts<DatabaseManager>> {
  const attempt = async ({ dm }: ReadDatabaseManager): Promise<DatabaseManager> => {
    await requireFreeNames(client, dm, signal);
    try {
      const created = await client.create(databaseManagers, dm, {
        dryRun,
        fieldValidation: 'Strict',
        signal,
      });
      onCreated(created);
      return created;
    } catch (error) {
      throw isAlreadyExists(error) ? alreadyThere(dm, error) : error;
    }
  };
  return await tryEach(objects, { what: ({ where }) => where, attempt, signal });
}

function alreadyThere({ metadata }: DatabaseManager, cause: CliError['cause']): CliError {
  const { name, namespace } = metadata;
  return new CliError(
    `databasemanager "${name}" exists already in namespace ${namespace}: choose another name, or change it with "dbm scale" or kubectl`,
    { reason: 'AlreadyExists', cause },
  );
}
