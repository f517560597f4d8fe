/** @module The DatabaseManagers that arguments name, or all of them. */
import { type DatabaseManager, databaseManagers } from '../api/database-manager.ts';
import type { Reader } from '../kube/client.ts';
import { listAll } from '../kube/list-all.ts';
import type { ObjectKey } from '../kube/object.ts';
import { isNotFound, type StatusError } from '../kube/status-error.ts';
import { CliError } from './errors/cli-error.ts';
import { type Attempts, tryEach } from './errors/combine-failures.ts';
import { didYouMean } from './suggest.ts';

/** Where to look. No `namespace` means all. */
export interface Scope {
  readonly namespace?: string | undefined;
  readonly labelSelector?: string | undefined;
  readonly signal?: AbortSignal | undefined;
}

/** The named objects of a namespace, or without names all that are in the scope; and the names that failed. */
export async function findDatabases(
  reader: Reader,
  { names, signal, ...scope }: Scope & { readonly names: readonly string[]; readonly signal: AbortSignal },
): Promise<Attempts<DatabaseManager>> {
  if (names.length === 0) return { results: await findAll(reader, { ...scope, signal }), failures: [] };
  const { namespace = 'default' } = scope;
  const attempt = (name: string) => findOne(reader, { namespace, name }, signal);
  return await tryEach([...new Set(names)], { what: (name) => `${namespace}/${name}`, attempt, signal });
}

/** What to tell when a scope is empty. */
export function nothingFound(namespace: string | undefined): string {
  return namespace === undefined ? 'No databases found.' : `No databases found in ${namespace} namespace.`;
}

/** All DatabaseManagers in a scope, by namespace and name. */
async function findAll(reader: Reader, scope: Scope): Promise<readonly DatabaseManager[]> {
  return await listAll(reader, databaseManagers, scope);
}

/** The named one. Rejects with a CliError that suggests the nearest name there is when it does not exist. */
export async function findOne(reader: Reader, key: ObjectKey, signal: AbortSignal): Promise<DatabaseManager> {
  try {
    return await reader.get(databaseManagers, key, { signal });
  } catch (error) {
    if (isMissingObject(error)) throw await notFound(reader, key, error);
    throw error;
  }
}

/** Whether the object itself is missing, rather than the whole resource: only then does the server name it. */
function isMissingObject(error: unknown): error is StatusError {
  return isNotFound(error) && error.status.details?.name !== undefined;
}

async function notFound(
  reader: Reader,
  { namespace, name }: ObjectKey,
  cause: StatusError,
): Promise<CliError> {
  const others = await findAll(reader, { namespace });
  const names = others.map(({ metadata }) => metadata.name ?? '');
  return new CliError(
    `databasemanager "${name}" does not exist in namespace ${namespace}${didYouMean(name, names)}`,
    { reason: 'NotFound', cause },
  );
}
