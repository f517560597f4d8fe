/** @module GET of one object. */
import { type Answer, type Call, placeOf } from './call.ts';
import { presentRow, textOfRow } from './reading.ts';
import { notFound } from './refusals.ts';
import { answerObject, isPlain } from './respond.ts';
import { requireKnownVersion } from './versions.ts';

export function get(call: Call): Answer {
  const { backend, kind, query } = call;
  const place = placeOf(call);
  requireKnownVersion(backend.store.state(), query.get('resourceVersion') ?? '');
  const row = backend.store.get(place);
  if (row === undefined) throw notFound(kind, place.name);
  if (!isPlain(call)) return answerObject(call, presentRow(kind, row, backend.store));
  return { status: 200, body: textOfRow(kind, row, backend.store) };
}
