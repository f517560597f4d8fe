/** @module JSON Merge Patch (RFC 7386). */
import mergePatch from 'json-merge-patch';

/** A new document; neither argument is changed. */
export function applyMergePatch(document: unknown, patch: unknown): unknown {
  return mergePatch.apply(structuredClone(document), patch);
}
