/** @module PATCH: changes parts of an object. */

import { forbidden, invalid as invalidField } from '../kinds/field-error.ts';
import { applyJsonPatch } from '../patch/json-patch.ts';
import { applyMergePatch } from '../patch/merge-patch.ts';
import { applyStrategicPatch } from '../patch/strategic-merge.ts';
import { type Doc, type Fields, isFields } from '../values/fields.ts';
import { apply } from './apply.ts';
import { write } from './backend.ts';
import { type Answer, type Call, isDryRun } from './call.ts';
import { fit, type Received } from './read-body.ts';
import { badRequest, invalid, unsupportedMediaType } from './refusals.ts';
import { answerObject } from './respond.ts';
import { change, currentOf, named } from './update.ts';

const JSON_PATCH = 'application/json-patch+json';
const MERGE_PATCH = 'application/merge-patch+json';
const STRATEGIC_PATCH = 'application/strategic-merge-patch+json';
const APPLY_PATCH = 'application/apply-patch+yaml';

/** By content type; 415 for one the kind does not take (strategic merge on custom resources). */
export function patch(call: Call): Answer {
  const type = patchType(call);
  if (type === APPLY_PATCH) return apply(call);
  if (call.query.has('force')) {
    const error = forbidden('force', 'may not be specified for non-apply patch');
    throw invalid({ group: 'meta.k8s.io', kind: 'PatchOptions' }, '', [error]);
  }
  const body = parsePatch(call);
  let warnings: readonly string[] = [];
  const stored = write(
    call.backend,
    (transaction) => {
      const before = currentOf(call, transaction);
      const received = patched(call, before, { type, body });
      warnings = received.warnings;
      requireSameUid(call, before, received.doc);
      return change(call, { before, given: named(call, received.doc), transaction });
    },
    isDryRun(call),
  );
  return answerObject(call, stored, { warnings });
}

/** A patch is no precondition on the uid: one that changes it is wrong. */
function requireSameUid({ kind, target }: Call, { metadata: { uid } }: Doc, { metadata }: Doc): void {
  if (metadata.uid === undefined || metadata.uid === uid) return;
  throw invalid(kind, target.name ?? '', [invalidField('metadata.uid', metadata.uid, 'field is immutable')]);
}

function patchType({ headers, kind }: Call): string {
  const [type = ''] = (headers['content-type'] ?? '').split(';');
  const accepted = [JSON_PATCH, MERGE_PATCH, ...(kind.custom ? [] : [STRATEGIC_PATCH]), APPLY_PATCH];
  if (accepted.includes(type.trim())) return type.trim();
  throw unsupportedMediaType(accepted);
}

function patched(
  { kind, query }: Call,
  before: Doc,
  { type, body }: { readonly type: string; readonly body: unknown },
): Received {
  const { resourceVersion: _version, ...metadata } = before.metadata;
  const base = { ...before, metadata };
  const result = type === JSON_PATCH ? applyJsonPatch(before, body) : merged(base, { type, body, kind });
  if (!isFields(result)) throw badRequest('the patch leaves no object');
  return fit(kind, result, query.get('fieldValidation') ?? 'Warn');
}

function merged(
  base: Fields,
  { type, body, kind }: { readonly type: string; readonly body: unknown; readonly kind: Call['kind'] },
): unknown {
  if (!isFields(body))
    throw badRequest(
      `json: cannot unmarshal ${Array.isArray(body) ? 'array' : typeof body} into Go value of type map[string]interface {}`,
    );
  return type === MERGE_PATCH ? applyMergePatch(base, body) : applyStrategicPatch(kind.type, base, body);
}

function parsePatch({ body = '' }: Call): unknown {
  try {
    return JSON.parse(body);
  } catch (error) {
    throw badRequest(`error decoding patch: ${error instanceof Error ? error.message : String(error)}`);
  }
}
