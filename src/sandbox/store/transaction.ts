/** @module Appends revisions inside one write transaction and remembers what was changed. */
import { type Doc, withMeta } from '../values/fields.ts';
import { frozenFields } from '../values/freeze.ts';
import type { Row, StoreKey } from './row.ts';
import type { Store } from './store.ts';

/** A change of one object; `before` is absent for a new one, `after` carries the change's revision. */
export interface RowChange {
  readonly key: StoreKey;
  readonly type: 'ADDED' | 'MODIFIED' | 'DELETED';
  readonly before: Doc | undefined;
  readonly after: Doc;
}

/** How many revisions stay readable; compaction starts when there are twice as many. */
export interface History {
  readonly revisions: number;
}

/** Lives as long as the store's exclusive section it was made in. */
export class Transaction {
  readonly store: Store;
  /** Everything changed so far, oldest first. */
  readonly changes: RowChange[] = [];
  readonly #start: number;
  readonly #compacted: number;
  #revision: number;

  constructor(store: Store) {
    const { revision, compacted } = store.state();
    this.store = store;
    this.#start = revision;
    this.#revision = revision;
    this.#compacted = compacted;
  }

  get(key: StoreKey): Doc | undefined {
    const row = this.store.get(key);
    return row === undefined ? undefined : this.store.doc(row);
  }

  /** Stores the object as it is, but for a new resourceVersion. */
  put(key: StoreKey, doc: Doc): Doc {
    const current = this.store.get(key);
    const before = current === undefined ? undefined : this.store.doc(current);
    const after = this.#append(key, doc, current);
    this.#index(key, before, after);
    this.changes.push({ key, type: before === undefined ? 'ADDED' : 'MODIFIED', before, after });
    return after;
  }

  /** Removes the object for good; answers its last state with the revision of the removal. */
  remove(key: StoreKey, last?: Doc): Doc | undefined {
    const current = this.store.get(key);
    if (current === undefined) return undefined;
    const before = this.store.doc(current);
    const after = this.#append(key, last ?? before, current, true);
    this.#index(key, before, undefined);
    this.changes.push({ key, type: 'DELETED', before, after });
    return after;
  }

  /** Records the revisions given out and, now and then, drops old ones. To be called last. */
  finish({ revisions }: History): void {
    if (this.#revision === this.#start) return;
    this.store.statement('UPDATE state SET revision = ?').run(this.#revision);
    this.store.seen(this.#revision);
    if (this.#revision - this.#compacted < 2 * revisions) return;
    const compacted = this.#revision - revisions;
    this.store.statement('DELETE FROM revisions WHERE superseded <= ?').run(compacted);
    this.store.statement('UPDATE state SET compacted = ?').run(compacted);
  }

  /** Takes back what the store has in memory of the changes; for transactions that are rolled back. */
  abandon(): void {
    for (const { key, before, after } of this.changes.toReversed()) {
      this.store.giveUp(key, Number(after.metadata.resourceVersion), before);
    }
    this.store.seen(this.#start);
  }

  #append(key: StoreKey, doc: Doc, current: Row | undefined, deleted = false): Doc {
    this.#revision += 1;
    const revision = this.#revision;
    if (current !== undefined) {
      this.store
        .statement('UPDATE revisions SET superseded = ? WHERE revision = ?')
        .run(revision, current.revision);
    }
    const stored = frozenFields(withMeta(doc, { resourceVersion: String(revision) }));
    const text = JSON.stringify(stored);
    const previous = current?.revision;
    this.store
      .statement('INSERT INTO revisions VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)')
      .run(
        revision,
        key.resource,
        key.namespace,
        key.name,
        doc.metadata.uid ?? '',
        deleted ? 1 : 0,
        previous ?? null,
        deleted ? revision : null,
        text,
      );
    this.store.keep({ ...key, revision, deleted, previous, text }, stored);
    return stored;
  }

  #index({ resource, namespace, name }: StoreKey, before: Doc | undefined, after: Doc | undefined): void {
    const old = ownersOf(before);
    const current = ownersOf(after);
    for (const owner of old.difference(current)) {
      this.store
        .statement('DELETE FROM owners WHERE owner = ? AND resource = ? AND namespace = ? AND name = ?')
        .run(owner, resource, namespace, name);
    }
    for (const owner of current.difference(old)) {
      this.store
        .statement('INSERT OR IGNORE INTO owners VALUES (?, ?, ?, ?)')
        .run(owner, resource, namespace, name);
    }
  }
}

function ownersOf(doc: Doc | undefined): Set<string> {
  return new Set(doc?.metadata.ownerReferences?.map(({ uid }) => uid));
}
