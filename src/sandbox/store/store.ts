/**
 * @module The stored objects: a table of revisions in SQLite, after the manner of kine.
 *
 * Flow: every change appends a row; the newest row of a key is the one that nothing supersedes; a deletion is a
 * row of its own, superseded by itself. `state.revision` is the last number given out, over all resources.
 * Guarantees: one writer at a time over all processes (BEGIN IMMEDIATE); a transaction's rows appear together;
 * numbers only grow; a crash loses at most transactions that were not answered.
 * Assumptions: callers keep transactions short and synchronous.
 * Caveats: history is bounded; older revisions than `compacted` can be neither listed nor watched.
 */
import type { StatementSync } from 'node:sqlite';
import { type Doc, fieldsOf, numberOf } from '../values/fields.ts';
import { freeze } from '../values/freeze.ts';
import { openDatabase } from './database.ts';
import { parseDoc, type Row, type StoreKey, toRow } from './row.ts';
import type { Database } from './sqlite.ts';

/** Which part of a collection to list; `after` and `limit` page through it, `at` reads an older revision. */
export interface RowSelection {
  readonly resource: string;
  readonly namespace?: string | undefined;
  readonly after?: { readonly namespace: string; readonly name: string } | undefined;
  readonly limit?: number | undefined;
  readonly at?: number | undefined;
}

const CACHED_DOCS = 20_000;
const ROW = 'revision, resource, namespace, name, deleted, previous, text';

/** Reads and appends revisions. One connection; methods are synchronous. */
export class Store {
  readonly #database: Database;
  readonly #statements = new Map<string, StatementSync>();
  readonly #docs = new Map<number, Doc>();

  constructor(file: string) {
    this.#database = openDatabase(file);
  }

  /** The last revision and the newest one whose predecessors are gone. */
  state(): { readonly revision: number; readonly compacted: number } {
    const record = fieldsOf(this.statement('SELECT revision, compacted FROM state').get());
    return { revision: numberOf(record.revision) ?? 0, compacted: numberOf(record.compacted) ?? 0 };
  }

  /** Changes when another process has committed. */
  dataVersion(): number {
    return numberOf(fieldsOf(this.statement('PRAGMA data_version').get()).data_version) ?? 0;
  }

  get({ resource, namespace, name }: StoreKey): Row | undefined {
    const found = this.statement(
      `SELECT ${ROW} FROM revisions WHERE resource = ? AND namespace = ? AND name = ? AND superseded IS NULL`,
    ).get(resource, namespace, name);
    return found === undefined ? undefined : toRow(found);
  }

  /** Any living object by its UID. */
  getByUid(uid: string): Row | undefined {
    const found = this.statement(`SELECT ${ROW} FROM revisions WHERE uid = ? AND superseded IS NULL`).get(
      uid,
    );
    return found === undefined ? undefined : toRow(found);
  }

  /** One revision, unless it was compacted away. */
  getRevision(revision: number): Row | undefined {
    const found = this.statement(`SELECT ${ROW} FROM revisions WHERE revision = ?`).get(revision);
    return found === undefined ? undefined : toRow(found);
  }

  /** Rows by namespace and name. */
  list(selection: RowSelection): readonly Row[] {
    const { where, values } = conditionsOf(selection);
    return this.statement(`SELECT ${ROW} FROM revisions WHERE ${where} ORDER BY namespace, name LIMIT :limit`)
      .all({ ...values, limit: selection.limit ?? -1 })
      .map(toRow);
  }

  /** How many rows {@link list} would give without a limit. */
  countAfter(selection: RowSelection): number {
    const { where, values } = conditionsOf(selection);
    const record = this.statement(`SELECT count(*) AS items FROM revisions WHERE ${where}`).get(values);
    return numberOf(fieldsOf(record).items) ?? 0;
  }

  /** At most `limit` changes of a collection after `revision`, oldest first. */
  changes(resource: string, revision: number, limit: number): readonly Row[] {
    return this.statement(
      `SELECT ${ROW} FROM revisions WHERE resource = ? AND revision > ? ORDER BY revision LIMIT ?`,
    )
      .all(resource, revision, limit)
      .map(toRow);
  }

  /** The newest change of a collection; 0 when there was none. */
  lastChange(resource: string): number {
    const record = this.statement('SELECT max(revision) AS last FROM revisions WHERE resource = ?').get(
      resource,
    );
    return numberOf(fieldsOf(record).last) ?? 0;
  }

  /** Living objects that name `uid` as an owner. */
  dependents(uid: string): readonly Row[] {
    return this.statement(
      `SELECT ${qualified('r')} FROM owners o JOIN revisions r
         ON r.resource = o.resource AND r.namespace = o.namespace AND r.name = o.name AND r.superseded IS NULL
       WHERE o.owner = ? ORDER BY o.resource, o.namespace, o.name`,
    )
      .all(uid)
      .map(toRow);
  }

  /** Whether a living Service has this cluster IP. */
  hasClusterIP(address: string): boolean {
    return (
      this.statement(
        `SELECT 1 FROM revisions WHERE resource = 'services' AND superseded IS NULL
           AND json_extract(text, '$.spec.clusterIP') = ?`,
      ).get(address) !== undefined
    );
  }

  /** The object of a row, frozen. Recently used ones are kept decoded. */
  doc({ revision, text }: Row): Doc {
    const known = this.#docs.get(revision);
    if (known !== undefined) return known;
    return this.remember(revision, parseDoc(text));
  }

  /** Keeps a decoded object for later {@link doc} calls. */
  remember(revision: number, doc: Doc): Doc {
    if (this.#docs.size >= CACHED_DOCS) {
      const oldest = this.#docs.keys().next();
      if (!oldest.done) this.#docs.delete(oldest.value);
    }
    this.#docs.set(revision, freeze(doc));
    return doc;
  }

  /** Drops decoded objects whose revisions a rolled back transaction had given out. */
  forgetAfter(revision: number): void {
    for (const known of this.#docs.keys()) if (known > revision) this.#docs.delete(known);
  }

  /** Runs `read` on one consistent state. */
  snapshot<T>(read: () => T): T {
    return this.#transaction('BEGIN', read, () => 'COMMIT');
  }

  /** Runs `write` as the only writer; commits what it did unless it throws or answers that nothing is to be kept. */
  exclusive<T>(write: () => T, keep: (result: T) => boolean = () => true): T {
    return this.#transaction('BEGIN IMMEDIATE', write, (result) => (keep(result) ? 'COMMIT' : 'ROLLBACK'));
  }

  /** A prepared statement, made once per text. */
  statement(sql: string): StatementSync {
    const known = this.#statements.get(sql);
    if (known !== undefined) return known;
    const statement = this.#database.prepare(sql);
    this.#statements.set(sql, statement);
    return statement;
  }

  close(): void {
    if (this.#database.isOpen) this.#database.close();
  }

  #transaction<T>(begin: string, run: () => T, end: (result: T) => 'COMMIT' | 'ROLLBACK'): T {
    this.statement(begin).run();
    let ending: 'COMMIT' | 'ROLLBACK' = 'ROLLBACK';
    try {
      const result = run();
      ending = end(result);
      return result;
    } finally {
      this.statement(ending).run();
    }
  }
}

function conditionsOf({ resource, namespace, after, at }: RowSelection) {
  const conditions = ['resource = :resource'];
  const values: Record<string, string | number> = { resource };
  if (namespace !== undefined) {
    conditions.push('namespace = :namespace');
    values.namespace = namespace;
  }
  if (after !== undefined) {
    conditions.push('(namespace, name) > (:afterNamespace, :afterName)');
    Object.assign(values, { afterNamespace: after.namespace, afterName: after.name });
  }
  if (at === undefined) conditions.push('superseded IS NULL');
  else {
    conditions.push('revision <= :at AND (superseded IS NULL OR superseded > :at)');
    values.at = at;
  }
  return { where: conditions.join(' AND '), values };
}

function qualified(table: string): string {
  return ROW.split(', ')
    .map((column) => `${table}.${column}`)
    .join(', ');
}
