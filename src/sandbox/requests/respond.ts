/** @module Puts answers into the form that was asked for. */
import { apiVersionOf } from '../../kube/resource.ts';
import type { Status, StatusError } from '../../kube/status-error.ts';
import type { Doc, Fields } from '../values/fields.ts';
import type { Answer, Call } from './call.ts';
import { metadataOf, wantsMetadataOnly } from './metadata-only.ts';
import { details } from './refusals.ts';
import { tableOf, wantsTable } from './table.ts';

/** One object, as itself or as a Table of one row. */
export function answerObject(
  call: Call,
  doc: Doc,
  { status = 200, warnings = [] }: { status?: number; warnings?: readonly string[] } = {},
): Answer {
  return {
    status,
    body: JSON.stringify(shownAs(call, doc)),
    ...(warnings.length === 0 ? {} : { headers: { warning: warnings.map(warningText).join(', ') } }),
  };
}

/** One object in the form the Accept header asks for. */
export function shownAs(call: Call, doc: Doc): Fields {
  if (wantsTable(call)) return tableOf(call, [doc], { resourceVersion: doc.metadata.resourceVersion });
  return wantsMetadataOnly(call) ? metadataOf(doc) : doc;
}

/** Whether the stored form will do. */
export function isPlain(call: Call): boolean {
  return !wantsTable(call) && !wantsMetadataOnly(call);
}

/** The Status of a deletion that left nothing. */
export function answerDeleted({ kind }: Call, { metadata }: Doc): Answer {
  const { name = '', uid = '' } = metadata;
  const status: Status = {
    kind: 'Status',
    apiVersion: 'v1',
    metadata: {},
    status: 'Success',
    details: { ...details(kind, name), uid },
    code: 200,
  };
  const { code: _code, ...body } = status;
  return { status: 200, body: JSON.stringify(body) };
}

/** A refusal. */
export function answerError({ status }: StatusError): Answer {
  const retry = status.details?.retryAfterSeconds;
  return {
    status: status.code,
    body: JSON.stringify(status),
    ...(retry === undefined ? {} : { headers: { 'retry-after': String(retry) } }),
  };
}

/** The apiVersion and kind of a list of the call's kind. */
export function listHead({ kind }: Call): { readonly apiVersion: string; readonly kind: string } {
  return { apiVersion: apiVersionOf(kind), kind: kind.listKind };
}

function warningText(text: string): string {
  return `299 - ${JSON.stringify(text)}`;
}
