/** @module What `dbm create` is to create: from a type and flags, or from manifests. */
import { UsageError } from '../errors/cli-error.ts';
import { type SpecFlags, specFlags } from '../flags/spec.ts';
import type { Io } from '../io.ts';
import { type ReadDatabaseManager, readDatabaseManagers } from '../manifest/read-database-managers.ts';
import { type TargetNamespace, toDatabaseManager } from '../manifest/to-database-manager.ts';
import { objectFromFlags } from './object-from-flags.ts';

/** The arguments of `create`. */
export interface CreateArguments {
  readonly dbtype?: string | undefined;
  readonly name?: string | undefined;
  readonly filename?: readonly string[] | undefined;
  readonly flags: SpecFlags;
}

/** The objects, all of them valid. Rejects with a UsageError where the arguments contradict each other. */
export async function requestedObjects(
  { dbtype, name, filename, flags }: CreateArguments,
  namespace: TargetNamespace,
  io: Pick<Io, 'stdin' | 'signal'>,
): Promise<readonly ReadDatabaseManager[]> {
  if (filename !== undefined) {
    refuseBoth(dbtype, flags);
    return await readDatabaseManagers(filename, namespace, io);
  }
  if (dbtype === undefined) {
    throw new UsageError('name a database type, as in "dbm create mysql", or a manifest with -f');
  }
  const object = await objectFromFlags({ dbtype, name, namespace: namespace.name, flags });
  const where = object.metadata.name || dbtype;
  return [{ where, dm: toDatabaseManager({ where, value: { ...object } }, namespace) }];
}

function refuseBoth(dbtype: string | undefined, flags: SpecFlags): void {
  const given = new Map(Object.entries(flags));
  const flag = Object.keys(specFlags).find((name) => given.get(name) !== undefined);
  const other = dbtype ?? (flag === undefined ? undefined : `--${flag}`);
  if (other === undefined) return;
  throw new UsageError(`${other} and -f contradict each other: write it into the manifest, or leave -f out`);
}
