/** @module JSON Patch (RFC 6902), with the API server's refusals. */
import { applyPatch, type Operation } from 'rfc6902';
import { badRequest, refusal } from '../requests/refusals.ts';
import { isFields } from '../values/fields.ts';

const OPERATIONS = new Set(['add', 'remove', 'replace', 'move', 'copy', 'test']);

/** A new document. Throws BadRequest on a malformed patch, Invalid (422) when an operation cannot be carried out. */
export function applyJsonPatch(document: unknown, patch: unknown): unknown {
  if (!isPatch(patch))
    throw badRequest('json: cannot unmarshal object into Go value of type jsonpatch.Patch');
  const copy: unknown = structuredClone(document);
  const holder = { document: copy };
  const failures = applyPatch(holder.document, [...patch]);
  for (const failure of failures) {
    if (failure !== null)
      throw refusal(422, 'Invalid', `the server rejected our request due to an error in our request`, {});
  }
  return holder.document;
}

function isPatch(patch: unknown): patch is readonly Operation[] {
  return (
    Array.isArray(patch) &&
    patch.every((item) => isFields(item) && OPERATIONS.has(String(item.op)) && typeof item.path === 'string')
  );
}
