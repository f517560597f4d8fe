/** @module Opens the sandbox's database file: its rights, its settings, its format. */
import { chmodSync, closeSync, mkdirSync, openSync } from 'node:fs';
import { dirname } from 'node:path';
import { type Database, openSqlite } from './sqlite.ts';

/** Grows with every change of the tables that an older dbm could not read. */
const FORMAT = 1;
const BUSY_TIMEOUT_MS = 10_000;
/** In memory, SQLite looks at every page at every commit: the fewer the better. On disk, small ones mean small writes. */
const MEMORY_PAGE_BYTES = 32_768;

const TABLES = `
  CREATE TABLE state (id INTEGER PRIMARY KEY CHECK (id = 1), revision INTEGER NOT NULL, compacted INTEGER NOT NULL);
  INSERT INTO state VALUES (1, 0, 0);
  CREATE TABLE revisions (
    revision INTEGER PRIMARY KEY,
    resource TEXT NOT NULL,
    namespace TEXT NOT NULL,
    name TEXT NOT NULL,
    uid TEXT NOT NULL,
    deleted INTEGER NOT NULL,
    previous INTEGER,
    superseded INTEGER,
    text TEXT NOT NULL
  );
  CREATE UNIQUE INDEX live ON revisions (resource, namespace, name) WHERE superseded IS NULL;
  CREATE INDEX live_uid ON revisions (uid) WHERE superseded IS NULL;
  CREATE INDEX by_resource ON revisions (resource, revision);
  CREATE INDEX cluster_ip ON revisions (json_extract(text, '$.spec.clusterIP'))
    WHERE resource = 'services' AND superseded IS NULL;
  CREATE TABLE owners (
    owner TEXT NOT NULL, resource TEXT NOT NULL, namespace TEXT NOT NULL, name TEXT NOT NULL,
    PRIMARY KEY (owner, resource, namespace, name)
  ) WITHOUT ROWID;
  CREATE TABLE timers (
    controller TEXT NOT NULL, key TEXT NOT NULL, due INTEGER NOT NULL, PRIMARY KEY (controller, key)
  ) WITHOUT ROWID;
  CREATE INDEX timers_due ON timers (due);
`;

const ANEW = 'start anew with "dbm sandbox reset"';

/** The file holds the state of another version of dbm, or something else altogether. */
export class DatabaseFormatError extends Error {
  override readonly name = 'DatabaseFormatError';
}

/**
 * Opens or creates the database at `file` (`:memory:` for one that ends with the process). A new file and its
 * folder are readable by their owner only. Throws a DatabaseFormatError when the file is not one of ours.
 */
export function openDatabase(file: string): Database {
  if (file !== ':memory:') createPrivately(file);
  const database = openSqlite(file, BUSY_TIMEOUT_MS);
  try {
    if (file === ':memory:') database.exec(`PRAGMA page_size = ${MEMORY_PAGE_BYTES}`);
    database.exec('PRAGMA journal_mode = WAL; PRAGMA synchronous = NORMAL; PRAGMA foreign_keys = OFF;');
    ensureFormat(database, file);
  } catch (error) {
    database.close();
    if (isNotADatabase(error))
      throw new DatabaseFormatError(`${file} is not a database of the sandbox: ${ANEW}`);
    throw error;
  }
  return database;
}

function createPrivately(file: string): void {
  mkdirSync(dirname(file), { recursive: true, mode: 0o700 });
  closeSync(openSync(file, 'a', 0o600));
  chmodSync(file, 0o600);
}

function ensureFormat(database: Database, file: string): void {
  if (formatOf(database) === FORMAT) return;
  database.exec('BEGIN IMMEDIATE');
  try {
    const format = formatOf(database);
    if (format === 0) {
      if (tableCount(database) > 0) {
        throw new DatabaseFormatError(`${file} is not a database of the sandbox: ${ANEW}`);
      }
      database.exec(`${TABLES}; PRAGMA user_version = ${FORMAT}`);
    } else if (format !== FORMAT) {
      throw new DatabaseFormatError(
        `${file} has format ${format}, this version of dbm reads format ${FORMAT}: ` +
          `use the dbm that wrote it, or ${ANEW}`,
      );
    }
    database.exec('COMMIT');
  } catch (error) {
    database.exec('ROLLBACK');
    throw error;
  }
}

function formatOf(database: Database): number {
  return Number(database.prepare('PRAGMA user_version').get()?.user_version);
}

function tableCount(database: Database): number {
  return Number(database.prepare('SELECT count(*) AS tables FROM sqlite_schema').get()?.tables);
}

function isNotADatabase(error: unknown): boolean {
  return error instanceof Error && 'errcode' in error && error.errcode === 26;
}
