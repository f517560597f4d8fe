/** @module When metadata.generation grows. */
import type { Doc } from '../values/fields.ts';
import { same } from '../values/same.ts';

/** Whether anything but metadata and status differs. */
export function grows(before: Doc, after: Doc): boolean {
  return !same(intent(before), intent(after));
}

function intent(doc: Doc): unknown {
  const { metadata: _metadata, status: _status, apiVersion: _version, kind: _kind, ...rest } = doc;
  return rest;
}
