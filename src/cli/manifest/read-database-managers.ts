/** @module `-f`: the DatabaseManagers in files, folders and standard input. */
import type { DatabaseManager } from '../../api/database-manager.ts';
import { type FieldCause, UsageError } from '../errors/cli-error.ts';
import type { Io } from '../io.ts';
import { parseDocuments } from './parse-documents.ts';
import { readSources } from './read-sources.ts';
import { type TargetNamespace, toDatabaseManager } from './to-database-manager.ts';

/** An object, and where it was read, for messages. */
export interface ReadDatabaseManager {
  readonly where: string;
  readonly dm: DatabaseManager;
}

/**
 * All objects of all sources, valid and in their namespace. Rejects with a UsageError that tells every fault of
 * every document, so that nothing is sent before everything is sound, and when there is nothing at all.
 */
export async function readDatabaseManagers(
  paths: readonly string[],
  namespace: TargetNamespace,
  io: Pick<Io, 'stdin' | 'signal'>,
): Promise<readonly ReadDatabaseManager[]> {
  const sources = await readSources(paths, io);
  const documents = (await Promise.all(sources.map(parseDocuments))).flat();
  if (documents.length === 0)
    throw new UsageError(
      `${sources.map(({ name }) => name).join(', ')}: no DatabaseManager in there, it is empty`,
    );
  const faults: UsageError[] = [];
  const read: ReadDatabaseManager[] = [];
  for (const document of documents) {
    try {
      read.push({ where: document.where, dm: toDatabaseManager(document, namespace) });
    } catch (error) {
      if (!(error instanceof UsageError)) throw error;
      faults.push(error);
    }
  }
  if (faults.length > 0) throw together(faults, documents.length);
  return read;
}

function together(faults: readonly UsageError[], total: number): UsageError {
  const [first] = faults;
  if (first !== undefined && faults.length === 1) return first;
  const causes: FieldCause[] = faults.flatMap(({ message, causes }) => [{ message }, ...causes]);
  return new UsageError(`${faults.length} of ${total} documents are not valid: nothing was sent`, {
    reason: 'Invalid',
    causes,
  });
}
