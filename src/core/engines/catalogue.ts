/** @module The engines that dbm can run. A new one is one file and one entry here. */
import type { DatabaseManager } from '../../api/database-manager.ts';
import { type DbType, versionOf } from '../../api/defaults.ts';
import type { Engine } from './engine.ts';
import { mariadb } from './mariadb.ts';
import { mysql } from './mysql.ts';
import { postgres } from './postgres.ts';

/** By `spec.dbtype`. */
export const engines: Readonly<Record<DbType, Engine>> = { mysql, mariadb, postgres };

/** The engine of a spec that names none is MySQL, as the API's default says. */
export function engineOf(dbtype: DbType = 'mysql'): Engine {
  return engines[dbtype];
}

/** The image that runs: what the spec says, else the engine's official one of the version in use. */
export function imageOf(dm: DatabaseManager): string {
  return dm.spec.image ?? `${engineOf(dm.spec.dbtype).imageName}:${versionOf(dm)}`;
}
