/** @module Loads Node's SQLite driver, without its notice of being experimental. */
import type { DatabaseSync } from 'node:sqlite';

export type Database = DatabaseSync;

/** Opens `file`, waiting up to `busyTimeoutMs` for other processes at every later statement. */
export function openSqlite(file: string, busyTimeoutMs: number): Database {
  const { DatabaseSync } = loadDriver();
  return new DatabaseSync(file, { timeout: busyTimeoutMs });
}

function loadDriver(): typeof import('node:sqlite') {
  const emit = process.emitWarning;
  process.emitWarning = () => {};
  try {
    return process.getBuiltinModule('node:sqlite');
  } finally {
    process.emitWarning = emit;
  }
}
