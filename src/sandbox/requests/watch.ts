/** @module GET with `watch`: a collection's changes as a stream of events. */

import { apiVersionOf } from '../../kube/resource.ts';
import type { Status, StatusError } from '../../kube/status-error.ts';
import { forbidden } from '../kinds/field-error.ts';
import type { ServedKind } from '../kinds/kind.ts';
import type { Row } from '../store/row.ts';
import { withMeta } from '../values/fields.ts';
import { type Answer, type Call, isTrue } from './call.ts';
import { presentRow, textOfRow } from './reading.ts';
import { expired, invalid } from './refusals.ts';
import { isPlain, shownAs } from './respond.ts';
import { type ObjectSelection, selectionOf } from './selection.ts';
import { parseVersion, requireKnownVersion } from './versions.ts';
import { Waiting } from './watch-wait.ts';

const BATCH = 500;
const BOOKMARK_MS = 60_000;

/**
 * Flow: the present objects first where asked for, then every change after the start, read from the table of
 * revisions at each wake-up. Nothing is buffered but one batch, so a slow reader costs nothing.
 * Ends after timeoutSeconds; with an ERROR event (410) when the history it needs was compacted.
 */
export function watch(call: Call): Answer {
  const { backend, query } = call;
  const selection = selectionOf(call);
  const state = backend.store.state();
  const version = parseVersion(query.get('resourceVersion') ?? '');
  checkInitialEvents(call);
  if (query.get('sendInitialEvents') === null) requireKnownVersion(state, query.get('resourceVersion') ?? '');
  const start = beginning(call, version === undefined || version === 0 ? undefined : version);
  return {
    status: 200,
    body: interruptible((signal) => events({ ...call, signal }, selection, start), call.signal),
  };
}

function checkInitialEvents({ query, kind }: Call): void {
  const send = query.get('sendInitialEvents');
  const match = query.get('resourceVersionMatch');
  if (send === null && match === null) return;
  const errors = [];
  if (send === null) {
    errors.push(
      forbidden(
        'resourceVersionMatch',
        'resourceVersionMatch is forbidden for watch unless sendInitialEvents is provided',
      ),
    );
  } else if (match !== 'NotOlderThan') {
    errors.push(
      forbidden(
        'resourceVersionMatch',
        'sendInitialEvents requires setting resourceVersionMatch to NotOlderThan',
      ),
    );
  }
  if (errors.length > 0) throw invalid({ group: 'meta.k8s.io', kind: 'ListOptions' }, kind.plural, errors);
}

/** Ends at once when its reader leaves, even in the middle of a wait, which a generator alone would not do. */
function interruptible(
  run: (signal: AbortSignal) => AsyncIterable<string>,
  outer: AbortSignal | undefined,
): AsyncIterable<Uint8Array> {
  return {
    [Symbol.asyncIterator]: () => {
      const left = new AbortController();
      const lines = encoded(run(outer === undefined ? left.signal : AbortSignal.any([outer, left.signal])));
      return {
        next: () => lines.next(),
        return: () => {
          left.abort();
          return lines.return(undefined);
        },
      };
    },
  };
}

async function* encoded(lines: AsyncIterable<string>): AsyncGenerator<Uint8Array, undefined> {
  const encoder = new TextEncoder();
  for await (const line of lines) yield encoder.encode(line);
  return undefined;
}

/** Where a watch begins: the objects to show first, if any, and the revision after which changes are told. */
interface Beginning {
  readonly rows: readonly Row[] | undefined;
  readonly revision: number;
}

/** Settled when the request arrives, however late its answer is read. */
function beginning(call: Call, version: number | undefined): Beginning {
  const { store } = call.backend;
  const asked = call.query.get('sendInitialEvents');
  const wanted = asked === null ? version === undefined : asked !== 'false';
  if (!wanted && version !== undefined) return { rows: undefined, revision: version };
  return store.snapshot(() => ({
    rows: wanted ? initialRows(call) : undefined,
    revision: store.state().revision,
  }));
}

async function* events(call: Call, selection: ObjectSelection, start: Beginning): AsyncGenerator<string> {
  const { backend, kind, query } = call;
  const { store, clock } = backend;
  const waiting = new Waiting(call);
  const bookmarks = isTrue(query, 'allowWatchBookmarks');
  let cursor = start.revision;
  let bookmarkAt = clock.monotonic() + BOOKMARK_MS;
  try {
    if (start.rows !== undefined) {
      yield start.rows
        .filter((row) => selection.matches?.(presentRow(kind, row, store)) ?? true)
        .map((row) => eventLine(call, 'ADDED', row))
        .join('');
      if (query.has('sendInitialEvents') && bookmarks) {
        yield bookmark(kind, cursor, { 'k8s.io/initial-events-end': 'true' });
      }
    }
    for (;;) {
      waiting.arm();
      const { compacted, revision } = store.state();
      if (cursor < compacted) {
        yield errorLine(expired(`too old resource version: ${cursor} (${compacted})`));
        return;
      }
      const rows = store.changes(kind.storeKey, cursor, BATCH);
      const lines = rows.filter((row) => inNamespace(call, row)).map((row) => lineOf(call, selection, row));
      cursor = rows.length < BATCH ? Math.max(cursor, revision) : (rows.at(-1)?.revision ?? cursor);
      const text = lines.join('');
      if (text !== '') yield text;
      if (rows.length === BATCH) continue;
      if (bookmarks && clock.monotonic() >= bookmarkAt) {
        bookmarkAt = clock.monotonic() + BOOKMARK_MS;
        yield bookmark(kind, cursor);
      }
      if ((await waiting.next(bookmarkAt - clock.monotonic())) === 'over') {
        if (bookmarks) yield bookmark(kind, cursor);
        return;
      }
    }
  } finally {
    waiting.close();
  }
}

function initialRows({ backend, kind, target }: Call): readonly Row[] {
  return backend.store.list({ resource: kind.storeKey, namespace: target.namespace });
}

function inNamespace({ target }: Call, { namespace }: Row): boolean {
  return target.namespace === undefined || target.namespace === namespace;
}

/** An object that comes to match is added, one that ceases to is deleted; '' for what was and stays outside. */
function lineOf(call: Call, { matches }: ObjectSelection, row: Row): string {
  const { store } = call.backend;
  const before = row.previous === undefined ? undefined : store.getRevision(row.previous);
  const had = before !== undefined && (matches?.(presentRow(call.kind, before, store)) ?? true);
  const has = !row.deleted && (matches?.(presentRow(call.kind, row, store)) ?? true);
  if (has) return eventLine(call, had ? 'MODIFIED' : 'ADDED', row);
  if (!had) return '';
  return row.deleted ? eventLine(call, 'DELETED', row) : departureLine(call, before, row.revision);
}

/** An object that ceases to match is shown as it last matched, with the revision of the change. */
function departureLine(call: Call, before: Row, revision: number): string {
  const doc = presentRow(call.kind, before, call.backend.store);
  const object = withMeta(doc, { resourceVersion: String(revision) });
  return `${JSON.stringify({ type: 'DELETED', object: shownAs(call, object) })}\n`;
}

function eventLine(call: Call, type: string, row: Row): string {
  const { kind, backend } = call;
  if (isPlain(call)) return `{"type":"${type}","object":${textOfRow(kind, row, backend.store)}}\n`;
  return `${JSON.stringify({ type, object: shownAs(call, presentRow(kind, row, backend.store)) })}\n`;
}

function bookmark(
  kind: ServedKind,
  revision: number,
  annotations?: Readonly<Record<string, string>>,
): string {
  const metadata = {
    resourceVersion: String(revision),
    creationTimestamp: null,
    ...(annotations === undefined ? {} : { annotations }),
  };
  const object = { kind: kind.kind, apiVersion: apiVersionOf(kind), metadata };
  return `${JSON.stringify({ type: 'BOOKMARK', object })}\n`;
}

function errorLine({ status }: StatusError): string {
  const object: Status = status;
  return `${JSON.stringify({ type: 'ERROR', object })}\n`;
}
