/** @module What a deletion does to a stored object: gone at once, or marked until finalizers and grace are over. */
import { formatTime } from '../../kube/micro-time.ts';
import type { StoreKey } from '../store/row.ts';
import type { Transaction } from '../store/transaction.ts';
import { type Doc, fieldsOf, listOf, withMeta } from '../values/fields.ts';

/** The object to remove, possibly with finalizers just added, and how long it may take to end, in seconds. */
export interface Removal {
  readonly doc: Doc;
  readonly now: number;
  readonly graceSeconds?: number;
}

/** The object as it is afterwards, and whether it is gone. */
export interface Removed {
  readonly doc: Doc;
  readonly gone: boolean;
}

/** A second call shortens a running grace period but changes nothing else. */
export function removeOrMark(transaction: Transaction, key: StoreKey, removal: Removal): Removed {
  const { doc, now, graceSeconds = 0 } = removal;
  const held = (doc.metadata.finalizers ?? []).length > 0 || hasNamespaceFinalizers(doc);
  if (!held && graceSeconds === 0) {
    return { doc: transaction.remove(key, doc) ?? doc, gone: true };
  }
  const marked = mark(doc, now, graceSeconds);
  return { doc: marked === transaction.get(key) ? marked : transaction.put(key, marked), gone: false };
}

/** A namespace is held by `spec.finalizers` until its contents are gone. */
export function hasNamespaceFinalizers(doc: Doc): boolean {
  return doc.kind === 'Namespace' && listOf(fieldsOf(doc.spec).finalizers).length > 0;
}

function mark(doc: Doc, now: number, graceSeconds: number): Doc {
  const { deletionTimestamp, deletionGracePeriodSeconds = 0, generation } = doc.metadata;
  if (deletionTimestamp !== undefined && graceSeconds >= deletionGracePeriodSeconds) return doc;
  const marked = withMeta(doc, {
    deletionTimestamp: formatTime(now + graceSeconds * 1000),
    deletionGracePeriodSeconds: graceSeconds,
    ...(generation === undefined || deletionTimestamp !== undefined ? {} : { generation: generation + 1 }),
  });
  if (doc.kind !== 'Namespace') return marked;
  return { ...marked, status: { ...fieldsOf(doc.status), phase: 'Terminating' } };
}
