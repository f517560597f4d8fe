/** @module Puts answers into the form that was asked for. */
import { apiVersionOf } from '../../kube/resource.ts';
import type { Status, StatusError } from '../../kube/status-error.ts';
import type { Doc } from '../values/fields.ts';
import type { Answer, Call } from './call.ts';
import { details } from './refusals.ts';
import { tableOf, wantsTable } from './table.ts';

/** One object, as itself or as a Table of one row. */
export function answerObject(
  call: Call,
  doc: Doc,
  { status = 200, warnings = [] }: { status?: number; warnings?: readonly string[] } = {},
): Answer {
  const body = wantsTable(call)
    ? tableOf(call, [doc], { resourceVersion: doc.metadata.resourceVersion })
    : doc;
  return {
    status,
    body: JSON.stringify(body),
    ...(warnings.length === 0 ? {} : { headers: { warning: warnings.map(warningText).join(', ') } }),
  };
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
