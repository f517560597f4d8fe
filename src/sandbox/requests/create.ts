/** @module POST: stores a new object. */
import { formatTime } from '../../kube/micro-time.ts';
import type { AdmissionContext } from '../kinds/kind.ts';
import type { Writer } from '../ownership/track-update.ts';
import type { Transaction } from '../store/transaction.ts';
import { type Doc, withMeta } from '../values/fields.ts';
import { write } from './backend.ts';
import { type Answer, type Call, isDryRun, managerOf, placeOf } from './call.ts';
import { requireNamespace } from './namespace-check.ts';
import { type Preparation, prepareNew } from './prepare.ts';
import { readObject } from './read-body.ts';
import { present as presented, toStored } from './reading.ts';
import { alreadyExists, badRequest, refusal } from './refusals.ts';
import { answerObject } from './respond.ts';

export function create(call: Call): Answer {
  const { doc, warnings } = readObject(call);
  const placed = inNamespace(call, doc);
  if ((placed.metadata.resourceVersion ?? '') !== '') {
    throw refusal(500, '', 'resourceVersion should not be set on objects to be created');
  }
  const stored = write(call.backend, (transaction) => insert(call, placed, { transaction }), isDryRun(call));
  return answerObject(call, isDryRun(call) ? withMeta(stored, { resourceVersion: undefined }) : stored, {
    status: 201,
    warnings,
  });
}

/** Stores a new object within a transaction; ownership is worked out unless given. */
export function insert(
  call: Call,
  doc: Doc,
  { transaction, managedFields }: { transaction: Transaction } & Pick<Preparation, 'managedFields'>,
): Doc {
  const { kind, target } = call;
  const { name = '' } = doc.metadata;
  requireNamespace(transaction, kind, { namespace: target.namespace, name });
  const ready = prepareNew(doc, {
    kind,
    writer: writerOf(call),
    admission: admissionOf(call),
    ...(managedFields === undefined ? {} : { managedFields }),
  });
  const place = placeOf(call, ready.metadata.name);
  const present = transaction.get(place);
  if (present !== undefined)
    throw alreadyExists(kind, place.name, present.metadata.deletionTimestamp !== undefined);
  return presented(kind, transaction.put(place, toStored(kind, ready)));
}

/** The object with the namespace of the path. Throws BadRequest when it names another. */
export function inNamespace({ target }: Call, doc: Doc): Doc {
  const given = doc.metadata.namespace ?? '';
  const { namespace } = target;
  if (namespace === undefined) return withMeta(doc, { namespace: undefined });
  if (given !== '' && given !== namespace) {
    throw badRequest('the namespace of the provided object does not match the namespace sent on the request');
  }
  return withMeta(doc, { namespace });
}

/** Who writes in this call, and when. */
export function writerOf(call: Call): Writer {
  return {
    manager: managerOf(call),
    time: formatTime(call.backend.clock.now()),
    subresource: call.target.subresource,
  };
}

export function admissionOf({ backend }: Call): AdmissionContext {
  return { now: backend.clock.now(), clusterIPInUse: (address) => backend.store.hasClusterIP(address) };
}
