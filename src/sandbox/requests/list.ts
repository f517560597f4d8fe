/** @module GET of a collection, page by page. */

import { apiVersionOf } from '../../kube/resource.ts';
import type { ServedKind } from '../kinds/kind.ts';
import type { Row } from '../store/row.ts';
import { type Fields, isFields } from '../values/fields.ts';
import type { Answer, Call } from './call.ts';
import { metadataListOf } from './metadata-only.ts';
import { isCurrentForm, presentRow, textOfRow } from './reading.ts';
import { badRequest, expired } from './refusals.ts';
import { isPlain, listHead } from './respond.ts';
import { type ObjectSelection, selectionOf } from './selection.ts';
import { tableOf, wantsTable } from './table.ts';
import { parseVersion, requireKept, requireKnownVersion } from './versions.ts';

/** How many rows are read at once when a selector may pass over many. */
const CHUNK = 1000;

interface Token {
  readonly revision: number;
  readonly namespace: string;
  readonly name: string;
}

interface Page {
  readonly rows: readonly Row[];
  readonly revision: number;
  readonly next: Token | undefined;
  readonly remaining: number | undefined;
}

export function list(call: Call): Answer {
  const { backend } = call;
  const selection = selectionOf(call);
  const page = backend.store.snapshot(() => readPage(call, selection));
  const metadata = {
    resourceVersion: String(page.revision),
    ...(page.next === undefined ? {} : { continue: encodeToken(page.next) }),
    ...(page.remaining === undefined ? {} : { remainingItemCount: page.remaining }),
  };
  if (isPlain(call)) return { status: 200, body: textOfPage(call, page, metadata) };
  const docs = page.rows.map((row) => presentRow(call.kind, row, backend.store));
  const shown = wantsTable(call) ? tableOf(call, docs, metadata) : metadataListOf(docs, metadata);
  return { status: 200, body: JSON.stringify(shown) };
}

function readPage(call: Call, selection: ObjectSelection): Page {
  const { backend, kind, query, target } = call;
  const { store } = backend;
  const state = store.state();
  const limit = Number(query.get('limit') ?? '0');
  if (!Number.isInteger(limit) || limit < 0) throw badRequest(`limit: Invalid value: ${query.get('limit')}`);
  const token = decodeToken(query.get('continue') ?? '', query.get('resourceVersion') ?? '');
  const at = token === undefined ? exactVersion(call, state) : token.revision;
  if (token !== undefined && token.revision < state.compacted) throw expiredToken();
  const scope = {
    resource: kind.storeKey,
    namespace: target.namespace,
    at: at === state.revision ? undefined : at,
  };
  const matching = (row: Row) => selection.matches?.(presentRow(kind, row, store)) ?? true;
  const wanted = limit === 0 ? Number.POSITIVE_INFINITY : limit;
  const rows: Row[] = [];
  let after: { namespace: string; name: string } | undefined = token;
  for (;;) {
    const size =
      selection.matches === undefined && limit > 0 ? limit + 1 - rows.length : limit > 0 ? CHUNK : -1;
    const chunk: readonly Row[] = store.list({ ...scope, after, limit: size });
    for (const row of chunk) {
      if (rows.length > wanted) break;
      if (matching(row)) rows.push(row);
    }
    after = chunk.at(-1);
    if (size < 0 || chunk.length < size || rows.length > wanted) break;
  }
  const revision = at ?? state.revision;
  const shown = rows.length > wanted ? rows.slice(0, limit) : rows;
  const last = rows.length > wanted ? shown.at(-1) : undefined;
  if (last === undefined) return { rows: shown, revision, next: undefined, remaining: undefined };
  const { namespace, name } = last;
  const remaining =
    selection.matches === undefined ? store.countAfter({ ...scope, after: { namespace, name } }) : undefined;
  return { rows: shown, revision, next: { revision, namespace, name }, remaining };
}

/** The version the whole list must show: only for `resourceVersionMatch=Exact`. */
function exactVersion({ query }: Call, state: { revision: number; compacted: number }): number | undefined {
  const text = query.get('resourceVersion') ?? '';
  const match = query.get('resourceVersionMatch') ?? '';
  if (match !== '' && text === '') {
    throw badRequest(
      'resourceVersionMatch: Forbidden: resourceVersionMatch is forbidden unless resourceVersion is provided',
    );
  }
  requireKnownVersion(state, text);
  if (match === '' || match === 'NotOlderThan') return undefined;
  if (match !== 'Exact') {
    throw badRequest(
      `resourceVersionMatch: Unsupported value: ${JSON.stringify(match)}: supported values: "Exact", "NotOlderThan", ""`,
    );
  }
  const version = parseVersion(text) ?? 0;
  if (version === 0) {
    throw badRequest(
      'resourceVersionMatch: Forbidden: resourceVersionMatch "Exact" is forbidden for resourceVersion "0"',
    );
  }
  requireKept(state, version);
  return version;
}

function textOfPage(call: Call, { rows }: Page, metadata: Fields): string {
  const { kind, backend } = call;
  const head = JSON.stringify({ ...listHead(call), metadata });
  const items = rows.map((row) => itemText(kind, row, { text: textOfRow(kind, row, backend.store) }));
  return `${head.slice(0, -1)},"items":[${items.join(',')}]}`;
}

/** Items of built-in lists carry no apiVersion and kind. */
function itemText(kind: ServedKind, row: Row, { text }: { readonly text: string }): string {
  if (kind.custom) return text;
  const prefix = `{"apiVersion":${JSON.stringify(apiVersionOf(kind))},"kind":${JSON.stringify(kind.kind)},`;
  if (isCurrentForm(kind, row) || text.startsWith(prefix)) return `{${text.slice(prefix.length)}`;
  return text;
}

function encodeToken({ revision, namespace, name }: Token): string {
  return Buffer.from(JSON.stringify({ v: 'sandbox/v1', rv: revision, start: [namespace, name] })).toString(
    'base64url',
  );
}

function decodeToken(text: string, resourceVersion: string): Token | undefined {
  if (text === '') return undefined;
  if (resourceVersion !== '' && resourceVersion !== '0') {
    throw badRequest('specifying resource version is not allowed when using continue');
  }
  const { rv, start } = tokenFields(text);
  if (typeof rv !== 'number' || !Array.isArray(start))
    throw badRequest('continue key is not valid: unrecognized');
  return { revision: rv, namespace: String(start[0]), name: String(start[1]) };
}

function tokenFields(text: string): Fields {
  try {
    const value: unknown = JSON.parse(Buffer.from(text, 'base64url').toString());
    return isFields(value) ? value : {};
  } catch (error) {
    throw badRequest(`continue key is not valid: ${error instanceof Error ? error.message : String(error)}`);
  }
}

function expiredToken() {
  return expired(
    'The provided continue parameter is too old to display a consistent list result. You can start a new list without the continue parameter, or use the continue token in this response to retrieve the remainder of the results. Continuing with the provided token results in an inconsistent list - objects that were created, modified, or deleted between the time the first chunk was returned and now may show up in the list.',
  );
}
