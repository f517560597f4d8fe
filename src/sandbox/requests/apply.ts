/** @module PATCH with `application/apply-patch+yaml`: server-side apply. */
import { apiVersionOf } from '../../kube/resource.ts';
import { required } from '../kinds/field-error.ts';
import { type Applied, applyConfiguration } from '../ownership/apply-configuration.ts';
import type { Transaction } from '../store/transaction.ts';
import type { Doc } from '../values/fields.ts';
import { write } from './backend.ts';
import { type Answer, type Call, isDryRun, isTrue, placeOf } from './call.ts';
import { inNamespace, insert, writerOf } from './create.ts';
import { parseBody, receive } from './read-body.ts';
import { applyConflict, badRequest, conflict, invalid, notFound, refusal } from './refusals.ts';
import { answerObject } from './respond.ts';
import { change, currentOf, named } from './update.ts';

/** Creates the object where it is missing (201), else changes the applied fields. */
export function apply(call: Call): Answer {
  const { query, backend } = call;
  if ((query.get('fieldManager') ?? '') === '') {
    const error = required('fieldManager', 'is required for apply patch');
    throw invalid({ group: 'meta.k8s.io', kind: 'PatchOptions' }, '', [error]);
  }
  const applied = readApplied(call);
  let created = false;
  const stored = write(
    backend,
    (transaction) => {
      const exists = backend.store.get(placeOf(call)) !== undefined;
      created = !exists;
      return exists ? applyToStored(call, applied, transaction) : createApplied(call, applied, transaction);
    },
    isDryRun(call),
  );
  return answerObject(call, stored, { status: created ? 201 : 200 });
}

function readApplied(call: Call): Doc {
  const { kind, query } = call;
  const strict = query.get('fieldValidation') === 'Strict';
  const lenient = new URLSearchParams(query);
  if (!strict) lenient.set('fieldValidation', 'Warn');
  const body = parseBody(call);
  if (body.kind === undefined || body.apiVersion === undefined) {
    throw badRequest(`Object 'Kind' is missing in '${JSON.stringify(body).slice(0, 200)}'`);
  }
  const { doc, warnings } = receive({ kind, query: lenient }, body);
  const [unknown] = warnings;
  if (doc.metadata.managedFields !== undefined) throw badRequest('metadata.managedFields must be nil');
  if (unknown !== undefined) {
    const subject = `${call.target.namespace ?? ''}/${call.target.name ?? ''}; ${apiVersionOf(kind)}, Kind=${kind.kind}`;
    const field = unknown.replace(/^unknown field "(.*)"$/, '.$1');
    throw refusal(
      500,
      '',
      `failed to create typed patch object (${subject}): ${field}: field not declared in schema`,
    );
  }
  return inNamespace(call, named(call, doc));
}

function createApplied(call: Call, applied: Doc, transaction: Transaction): Doc {
  const { kind, target } = call;
  const { name = '' } = target;
  if (target.subresource !== undefined) throw notFound(kind, name);
  if ((applied.metadata.uid ?? '') !== '') {
    const why = `uid mismatch: the provided object specified uid ${applied.metadata.uid}, and no existing object was found`;
    throw conflict(kind, name, why);
  }
  const { managedFields } = settled(
    applyConfiguration(kind, { live: undefined, applied, force: true }, writerOf(call)),
  );
  return insert(call, applied, { transaction, managedFields });
}

function applyToStored(call: Call, applied: Doc, transaction: Transaction): Doc {
  const live = currentOf(call, transaction);
  const force = isTrue(call.query, 'force');
  const { doc, managedFields } = settled(
    applyConfiguration(call.kind, { live, applied, force }, writerOf(call)),
  );
  const { resourceVersion = '', uid = '' } = applied.metadata;
  const given = { ...doc, metadata: { ...doc.metadata, resourceVersion, uid } };
  return change(call, { before: live, given, transaction, managedFields });
}

function settled(result: Applied): Exclude<Applied, { conflicts: unknown }> {
  if ('conflicts' in result) throw applyConflict(result.conflicts);
  return result;
}
