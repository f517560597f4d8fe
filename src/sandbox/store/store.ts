/**
 * @module The stored objects: a table of revisions in SQLite, after the manner of kine.
 *
 * Flow: every change appends a row; the newest row of a key is the one that nothing supersedes; a deletion is a
 * row of its own, superseded by itself. `state.revision` is the last number given out, over all resources.
 * Guarantees: one writer at a time over all processes (BEGIN IMMEDIATE); a transaction's rows appear together;
 * numbers only grow; a crash loses at most transactions that were not answered.
 * Assumptions: callers keep transactions short and synchronous.
 * Memory: living rows, decoded objects and indexes are kept; whatever other processes committed is read from the
 * history and applied to them first, what a transaction gave up is taken back.
 * Caveats: history is bounded; older revisions than `compacted` can be neither listed nor watched.
 */
import type { StatementSync } from 'node:sqlite';
import { type Doc, fieldsOf, numberOf } from '../values/fields.ts';
import { freeze } from '../values/freeze.ts';
import { BoundedMap } from './bounded-map.ts';
import { openDatabase } from './database.ts';
import { Indexes, type StoreIndex } from './indexes.ts';
import { parseDoc, type Row, type StoreKey, toKey, toRow } from './row.ts';
import type { Database } from './sqlite.ts';

/** Which part of a collection to list; `after` and `limit` page through it, `at` reads an older revision. */
export interface RowSelection {
  readonly resource: string;
  readonly namespace?: string | undefined;
  readonly after?: { readonly namespace: string; readonly name: string } | undefined;
  readonly limit?: number | undefined;
  readonly at?: number | undefined;
}

/** Characters of JSON text, for the rows and for the decoded objects. */
const KEPT_TEXT = 32 * 1024 * 1024;
/** Beyond that, what others wrote is not followed but read anew where needed. */
const FOLLOWED_CHANGES = 1000;
const ROW = 'revision, resource, namespace, name, deleted, previous, text';
const LIVE = 'superseded IS NULL';
const BY_KEY = `SELECT ${ROW} FROM revisions WHERE resource = ? AND namespace = ? AND name = ? AND ${LIVE}`;
const BY_REVISION = `SELECT ${ROW} FROM revisions WHERE revision = ?`;
const AFTER = `SELECT ${ROW} FROM revisions WHERE revision > ? ORDER BY revision LIMIT ?`;
const CHANGES = `SELECT ${ROW} FROM revisions WHERE resource = ? AND revision > ? ORDER BY revision LIMIT ?`;

/** Reads and appends revisions. One connection; methods are synchronous. */
export class Store {
  readonly #database: Database;
  readonly #statements = new Map<string, StatementSync>();
  readonly #docs = new BoundedMap<number, Doc>(KEPT_TEXT);
  /** `absent` where there is known to be none. */
  readonly #live = new BoundedMap<string, Row | 'absent'>(KEPT_TEXT);
  readonly #indexes = new Indexes();
  /** What is kept in memory is as of this data version and revision. */
  #version: number | undefined;
  #seen = 0;
  #inTransaction = false;

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

  get(key: StoreKey): Row | undefined {
    if (!this.#inTransaction) this.#follow();
    const id = idOf(key);
    const known = this.#live.get(id);
    if (known !== undefined) return known === 'absent' ? undefined : known;
    const found = this.statement(BY_KEY).get(key.resource, key.namespace, key.name);
    const row = found === undefined ? undefined : toRow(found);
    this.#setLive(id, row);
    return row;
  }

  /** Whether any living object has this UID. */
  hasUid(uid: string): boolean {
    return this.statement(`SELECT 1 FROM revisions WHERE uid = ? AND ${LIVE}`).get(uid) !== undefined;
  }

  /** Where the living objects are, by the values of an index. Inside transactions only. */
  index(index: StoreIndex): ReadonlyMap<string, ReadonlyMap<string, StoreKey>> {
    return this.#indexes.of(index, () =>
      this.list({ resource: index.resource }).map((row) => [row, this.doc(row)] as const),
    );
  }

  /** One revision, unless it was compacted away. */
  getRevision(revision: number): Row | undefined {
    const found = this.statement(BY_REVISION).get(revision);
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
    return this.statement(CHANGES).all(resource, revision, limit).map(toRow);
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
      'SELECT resource, namespace, name FROM owners WHERE owner = ? ORDER BY resource, namespace, name',
    )
      .all(uid)
      .flatMap((found) => this.get(toKey(found)) ?? []);
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
    const doc = freeze(parseDoc(text));
    this.#docs.set(revision, doc, text.length);
    return doc;
  }

  /** Takes note of a row that was just stored, and of its object. */
  keep(row: Row, doc: Doc): void {
    this.#docs.set(row.revision, doc, row.text.length);
    this.#setLive(idOf(row), row.deleted ? undefined : row);
    this.#indexes.put(keyOf(row), row.deleted ? undefined : doc);
  }

  /** Takes back what {@link keep} noted; `before` is the object that is there again. */
  giveUp(key: StoreKey, revision: number, before: Doc | undefined): void {
    this.#docs.delete(revision);
    this.#live.delete(idOf(key));
    this.#indexes.put(key, before);
  }

  /** What is kept in memory includes every change up to `revision`. */
  seen(revision: number): void {
    this.#seen = revision;
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
    this.#inTransaction = true;
    let ending: 'COMMIT' | 'ROLLBACK' = 'ROLLBACK';
    try {
      this.#follow();
      const result = run();
      ending = end(result);
      return result;
    } finally {
      this.#inTransaction = false;
      this.statement(ending).run();
    }
  }

  /** Brings what is kept in memory up to what other processes have committed. */
  #follow(): void {
    const version = this.dataVersion();
    if (version === this.#version) return;
    const { revision, compacted } = this.state();
    const known = this.#version !== undefined && this.#seen >= compacted;
    const rows = known ? this.statement(AFTER).all(this.#seen, FOLLOWED_CHANGES).map(toRow) : [];
    if (known && rows.length < FOLLOWED_CHANGES) for (const row of rows) this.#apply(row);
    else this.#forget();
    this.#seen = revision;
    this.#version = version;
  }

  #setLive(id: string, row: Row | undefined): void {
    this.#live.set(id, row ?? 'absent', id.length + (row?.text.length ?? 0));
  }

  #apply(row: Row): void {
    this.#live.delete(idOf(row));
    const key = keyOf(row);
    if (this.#indexes.concern(key.resource)) this.#indexes.put(key, row.deleted ? undefined : this.doc(row));
  }

  #forget(): void {
    this.#live.clear();
    this.#indexes.clear();
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

function idOf({ resource, namespace, name }: StoreKey): string {
  return `${resource} ${namespace}/${name}`;
}

function keyOf({ resource, namespace, name }: StoreKey): StoreKey {
  return { resource, namespace, name };
}
