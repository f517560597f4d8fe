/** @module Which DatabaseManagers `dbm delete` is about: by name, or those of manifests. */
import type { DatabaseManager } from '../../api/database-manager.ts';
import type { Reader } from '../../kube/client.ts';
import { formatKey, keyOf, type ObjectKey } from '../../kube/object.ts';
import { CliError, UsageError } from '../errors/cli-error.ts';
import { type Attempts, tryEach } from '../errors/combine-failures.ts';
import { findOne } from '../find-databases.ts';
import type { Io } from '../io.ts';
import { readDatabaseManagers } from '../manifest/read-database-managers.ts';
import type { TargetNamespace } from '../manifest/to-database-manager.ts';

export interface DeleteRequest {
  readonly names: readonly string[];
  readonly filename: readonly string[] | undefined;
  readonly namespace: TargetNamespace;
  readonly ignoreNotFound: boolean;
}

/** The keys. Rejects with a UsageError when there are none, or both names and manifests. */
export async function keysToDelete(
  request: DeleteRequest,
  io: Pick<Io, 'stdin' | 'signal'>,
): Promise<readonly ObjectKey[]> {
  const { names, filename, namespace } = request;
  if (filename === undefined) {
    if (names.length === 0) throw new UsageError('name what to delete, or give a manifest with -f');
    return [...new Set(names)].map((name) => ({ namespace: namespace.name, name }));
  }
  if (names.length > 0) throw new UsageError(`${names[0]} and -f contradict each other: give one of them`);
  const read = await readDatabaseManagers(filename, namespace, io);
  return read.map(({ dm }) => keyOf(dm));
}

/** The objects as the server has them. What does not exist is a failure, unless that is to be ignored. */
export async function objectsToDelete(
  reader: Reader,
  keys: readonly ObjectKey[],
  { ignoreNotFound, signal }: { readonly ignoreNotFound: boolean; readonly signal: AbortSignal },
): Promise<Attempts<DatabaseManager>> {
  const attempt = (key: ObjectKey) => findOne(reader, key, signal);
  const found = await tryEach(keys, { what: formatKey, attempt, signal });
  if (!ignoreNotFound) return found;
  return { ...found, failures: found.failures.filter(({ error }) => !isNotFound(error)) };
}

function isNotFound(error: unknown): boolean {
  return error instanceof CliError && error.reason === 'NotFound';
}
