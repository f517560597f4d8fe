/** @module Whether another process works with a database file. */
import { existsSync } from 'node:fs';
import { openSqlite } from './sqlite.ts';

const SQLITE_BUSY = 5;

/**
 * True while another connection has the sandbox's database at `file` open: deleting it would leave that one working
 * on a file that nobody else sees. False for a file that is missing, or no database. Leaves the content as it is.
 */
export function isDatabaseInUse(file: string): boolean {
  if (!existsSync(file)) return false;
  const database = openSqlite(file, 0);
  try {
    // SQLite leaves the write-ahead log only when no other connection is open.
    database.exec('PRAGMA journal_mode = DELETE');
    return false;
  } catch (error) {
    return error instanceof Error && 'errcode' in error && error.errcode === SQLITE_BUSY;
  } finally {
    database.close();
  }
}
