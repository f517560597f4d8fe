/** @module PUT: replaces an object, or its status. */

import { invalid as invalidField } from '../kinds/field-error.ts';
import type { Transaction } from '../store/transaction.ts';
import { type Doc, withMeta } from '../values/fields.ts';
import { write } from './backend.ts';
import { type Answer, type Call, isDryRun, placeOf } from './call.ts';
import { admissionOf, inNamespace, writerOf } from './create.ts';
import { type Preparation, prepareChange } from './prepare.ts';
import { readObject } from './read-body.ts';
import { present, toStored } from './reading.ts';
import { badRequest, conflict, invalid, modified, notFound } from './refusals.ts';
import { answerObject } from './respond.ts';

/** Kinds whose updates must say what they are based on. */
const CONDITIONAL_KINDS: ReadonlySet<string> = new Set([
  'CustomResourceDefinition',
  'Lease',
  'PodDisruptionBudget',
]);

export function update(call: Call): Answer {
  const { doc, warnings } = readObject(call);
  const placed = inNamespace(call, named(call, doc));
  const stored = write(
    call.backend,
    (transaction) => {
      const before = currentOf(call, transaction);
      requireVersion(call, placed);
      return change(call, { before, given: placed, transaction });
    },
    isDryRun(call),
  );
  return answerObject(call, stored, { warnings });
}

/** The stored object in the call's version. Throws NotFound. */
export function currentOf(call: Call, transaction: Transaction): Doc {
  const place = placeOf(call);
  const row = transaction.store.get(place);
  if (row === undefined) throw notFound(call.kind, place.name);
  return present(call.kind, transaction.store.doc(row), row.revision);
}

/** What is to replace what; ownership is worked out unless given. */
export interface Replacement extends Pick<Preparation, 'managedFields'> {
  readonly before: Doc;
  readonly given: Doc;
  readonly transaction: Transaction;
}

/** Replaces an object within a transaction. A terminating object whose last finalizer goes is removed. */
export function change(call: Call, { before, given, transaction, managedFields }: Replacement): Doc {
  const { kind } = call;
  checkPreconditions(call, before, given);
  const preparation = { kind, writer: writerOf(call), admission: admissionOf(call) };
  const next = prepareChange(given, before, {
    ...preparation,
    ...(managedFields === undefined ? {} : { managedFields }),
  });
  if (next === before) return before;
  const place = placeOf(call);
  const stored = toStored(kind, next);
  if (isFinished(next)) return present(kind, transaction.remove(place, stored) ?? stored);
  return present(kind, transaction.put(place, stored));
}

function checkPreconditions({ kind, target }: Call, before: Doc, given: Doc): void {
  const { name = '' } = target;
  const { uid = '', resourceVersion = '' } = given.metadata;
  if (uid !== '' && uid !== before.metadata.uid) {
    const stored = before.metadata.uid ?? '';
    throw conflict(
      kind,
      name,
      `Precondition failed: UID in precondition: ${uid}, UID in object meta: ${stored}`,
    );
  }
  if (resourceVersion === '' || resourceVersion === '0') return;
  if (!/^\d+$/.test(resourceVersion)) {
    const why = `strconv.ParseUint: parsing ${JSON.stringify(resourceVersion)}: invalid syntax`;
    throw invalid(kind, name, [invalidField('metadata.resourceVersion', resourceVersion, why)]);
  }
  if (resourceVersion !== before.metadata.resourceVersion) throw modified(kind, name);
}

function requireVersion({ kind, target }: Call, { metadata }: Doc): void {
  if ((metadata.resourceVersion ?? '') !== '') return;
  if (!kind.custom && !CONDITIONAL_KINDS.has(kind.kind)) return;
  const error = {
    reason: 'FieldValueInvalid',
    field: 'metadata.resourceVersion',
    message: 'Invalid value: 0x0: must be specified for an update',
  };
  const subject = { group: kind.group, kind: kind.plural };
  throw invalid(subject, target.name ?? '', [error]);
}

/** The object with the name of the path. Throws BadRequest when it names another. */
export function named({ target }: Call, doc: Doc): Doc {
  const { name = '' } = doc.metadata;
  const { name: expected = '' } = target;
  if (name === '') return withMeta(doc, { name: expected });
  if (name === expected) return doc;
  throw badRequest(`the name of the object (${name}) does not match the name on the URL (${expected})`);
}

function isFinished({ metadata, spec }: Doc): boolean {
  const { deletionTimestamp, finalizers = [], deletionGracePeriodSeconds = 0 } = metadata;
  if (deletionTimestamp === undefined || finalizers.length > 0 || deletionGracePeriodSeconds > 0)
    return false;
  return !(typeof spec === 'object' && spec !== null && 'finalizers' in spec);
}
