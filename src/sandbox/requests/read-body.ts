/** @module Reads a sent object: of the expected kind, with unknown fields handled as asked. */
import { apiVersionOf } from '../../kube/resource.ts';
import type { ServedKind } from '../kinds/kind.ts';
import { DecodeError, decode, prune } from '../schema/decode.ts';
import { asDoc, type Doc, type Fields, isFields } from '../values/fields.ts';
import type { Call } from './call.ts';
import { badRequest } from './refusals.ts';

/** The object in the form of its kind, and what the sender should be warned of. */
export interface Received {
  readonly doc: Doc;
  readonly warnings: readonly string[];
}

/** The body as a JSON object. Throws BadRequest on anything else. */
export function parseBody({ body = '' }: Pick<Call, 'body'>): Fields {
  const value = json(body);
  if (!isFields(value)) throw badRequest(`couldn't get version/kind; json parse error: not an object`);
  return value;
}

/** The body as an object of the call's kind. Throws BadRequest when it is of another, or cannot be read as one. */
export function readObject(call: Call): Received {
  return receive(call, parseBody(call));
}

/** Checks kind and version of an object, then fits it to its kind. */
export function receive({ kind, query }: Pick<Call, 'kind' | 'query'>, value: Fields): Received {
  const apiVersion = apiVersionOf(kind);
  const given = kind.custom ? typeOf(value) : { apiVersion, kind: kind.kind, ...typeOf(value) };
  if (given.kind === undefined) {
    throw badRequest(`Object 'Kind' is missing in '${JSON.stringify(value).slice(0, 200)}'`);
  }
  if (given.apiVersion !== apiVersion) {
    throw badRequest(
      `the API version in the data (${given.apiVersion ?? ''}) does not match the expected API version (${apiVersion})`,
    );
  }
  if (given.kind !== kind.kind) throw badRequest(handledAs(given.kind, kind));
  return fit(kind, value, query.get('fieldValidation') ?? 'Warn');
}

/** What the object says it is; a built-in kind is assumed where it says nothing. */
function typeOf({ apiVersion, kind }: Fields): { readonly apiVersion?: string; readonly kind?: string } {
  return {
    ...(typeof apiVersion === 'string' && apiVersion !== '' ? { apiVersion } : {}),
    ...(typeof kind === 'string' && kind !== '' ? { kind } : {}),
  };
}

/** Fits an object to its kind; `Strict` refuses unknown fields, `Warn` reports them. */
export function fit(kind: ServedKind, value: Fields, fieldValidation: string): Received {
  const decoded = tryDecode(kind, value);
  const messages = decoded.unknown.map((path) => `unknown field ${JSON.stringify(path)}`);
  if (fieldValidation === 'Strict' && messages.length > 0) {
    throw badRequest(`${handledAs(kind.kind, kind)}: strict decoding error: ${messages.join(', ')}`);
  }
  const doc = asDoc(isFields(decoded.value) ? decoded.value : {}, apiVersionOf(kind), kind.kind);
  return { doc, warnings: fieldValidation === 'Warn' ? messages : [] };
}

function tryDecode(kind: ServedKind, value: Fields) {
  try {
    return kind.custom ? prune(kind.type, value) : decode(kind.type, value);
  } catch (error) {
    if (error instanceof DecodeError) throw badRequest(`${handledAs(kind.kind, kind)}: ${error.message}`);
    throw error;
  }
}

function handledAs(sent: string, { kind, version }: ServedKind): string {
  return `${sent} in version ${JSON.stringify(version)} cannot be handled as a ${kind}`;
}

function json(body: string): unknown {
  try {
    return JSON.parse(body);
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error);
    throw badRequest(`couldn't get version/kind; json parse error: ${why}`);
  }
}
