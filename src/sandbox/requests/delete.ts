/** @module DELETE: of one object, or of all that a selection names. */
import { CLEANUP_FINALIZER } from '../crd/definition-cleanup.ts';
import type { ServedKind } from '../kinds/kind.ts';
import { DEFINITIONS_KEY } from '../kinds/registry.ts';
import type { StoreKey } from '../store/row.ts';
import type { Transaction } from '../store/transaction.ts';
import { type Doc, getAt, numberOf, withMeta } from '../values/fields.ts';
import { type Removed, removeOrMark } from '../world/removal.ts';
import { write } from './backend.ts';
import { type Answer, type Call, placeOf } from './call.ts';
import { type DeleteOptions, deleteOptionsOf } from './delete-options.ts';
import { present, presentRow, toStored } from './reading.ts';
import { conflict, forbidden, notFound } from './refusals.ts';
import { answerDeleted, answerObject, listHead } from './respond.ts';
import { selectionOf } from './selection.ts';

/** Never deleted on the real server either. */
const IMMORTAL_NAMESPACES = new Set(['default', 'kube-system', 'kube-public']);
const FOREGROUND = 'foregroundDeletion';
const ORPHAN = 'orphan';

export function remove(call: Call): Answer {
  const options = deleteOptionsOf(call);
  const removed = write(
    call.backend,
    (transaction) => removeOne(call, placeOf(call), { transaction, options }),
    options.dryRun,
  );
  return removed.gone && !answersWithObject(call.kind)
    ? answerDeleted(call, removed.doc)
    : answerObject(call, removed.doc);
}

export function removeCollection(call: Call): Answer {
  const options = deleteOptionsOf(call);
  const { kind, target, backend } = call;
  const { matches } = selectionOf(call);
  const items = write(
    backend,
    (transaction) =>
      backend.store
        .list({ resource: kind.storeKey, namespace: target.namespace })
        .filter((row) => matches?.(presentRow(kind, row, backend.store)) ?? true)
        .map((row) => removeOne(call, row, { transaction, options }).doc),
    options.dryRun,
  );
  const metadata = { resourceVersion: String(backend.store.state().revision) };
  return { status: 200, body: JSON.stringify({ ...listHead(call), metadata, items }) };
}

interface Work {
  readonly transaction: Transaction;
  readonly options: DeleteOptions;
}

function removeOne({ kind, backend }: Call, place: StoreKey, { transaction, options }: Work): Removed {
  const stored = transaction.get(place);
  if (stored === undefined) throw notFound(kind, place.name);
  if (kind.storeKey === 'namespaces' && IMMORTAL_NAMESPACES.has(place.name)) {
    throw forbidden(kind, place.name, 'this namespace may not be deleted');
  }
  checkPreconditions(kind, stored, options);
  const { doc, gone } = removeOrMark(transaction, place, {
    doc: toStored(kind, withCleanup(kind, withFinalizer(stored, options))),
    now: backend.clock.now(),
    graceSeconds: graceOf(kind, stored, options),
  });
  return { doc: present(kind, doc), gone };
}

function checkPreconditions(
  kind: ServedKind,
  { metadata }: Doc,
  { uid, resourceVersion }: DeleteOptions,
): void {
  const { name = '' } = metadata;
  const subject = { group: kind.group, plural: kind.kind };
  if (uid !== undefined && uid !== metadata.uid) {
    const why = `the UID in the precondition (${uid}) does not match the UID in record (${metadata.uid ?? ''})`;
    throw conflict(subject, name, `${why}. The object might have been deleted and then recreated`);
  }
  if (resourceVersion !== undefined && resourceVersion !== metadata.resourceVersion) {
    const stored = metadata.resourceVersion ?? '';
    const why = `the ResourceVersion in the precondition (${resourceVersion}) does not match the ResourceVersion in record (${stored})`;
    throw conflict(subject, name, `${why}. The object might have been modified`);
  }
}

/** Waiting for dependents, or letting them go, is the garbage collector's work: a finalizer asks for it. */
function withFinalizer(doc: Doc, { propagation }: DeleteOptions): Doc {
  const others = (doc.metadata.finalizers ?? []).filter((name) => name !== FOREGROUND && name !== ORPHAN);
  if (propagation === undefined) return doc;
  const finalizers =
    propagation === 'Foreground'
      ? [...others, FOREGROUND]
      : propagation === 'Orphan'
        ? [...others, ORPHAN]
        : others;
  return withMeta(doc, { finalizers: finalizers.length === 0 ? undefined : finalizers });
}

/** A definition stays until its objects are gone. */
function withCleanup({ storeKey }: ServedKind, doc: Doc): Doc {
  if (storeKey !== DEFINITIONS_KEY) return doc;
  return withMeta(doc, { finalizers: [...new Set([...(doc.metadata.finalizers ?? []), CLEANUP_FINALIZER])] });
}

/** Only scheduled, unfinished pods are given time to end. */
function graceOf({ storeKey }: ServedKind, doc: Doc, { graceSeconds }: DeleteOptions): number {
  if (storeKey !== 'pods') return 0;
  const phase = getAt(doc, ['status', 'phase']);
  const scheduled = (getAt(doc, ['spec', 'nodeName']) ?? '') !== '';
  if (!scheduled || phase === 'Failed' || phase === 'Succeeded') return 0;
  return graceSeconds ?? numberOf(getAt(doc, ['spec', 'terminationGracePeriodSeconds'])) ?? 30;
}

/** Kinds whose deletion returns the object rather than a Status. */
function answersWithObject({ kind }: ServedKind): boolean {
  return (
    kind === 'Pod' || kind === 'Service' || kind === 'PersistentVolumeClaim' || kind === 'ServiceAccount'
  );
}
