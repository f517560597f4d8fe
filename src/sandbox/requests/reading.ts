/** @module Stored objects in the form of the version that was asked for. */
import { apiVersionOf } from '../../kube/resource.ts';
import type { ServedKind } from '../kinds/kind.ts';
import { prune } from '../schema/decode.ts';
import type { Row } from '../store/row.ts';
import type { Store } from '../store/store.ts';
import { asDoc, type Doc, isFields } from '../values/fields.ts';

/** Whether a row's text can be sent as it is. */
export function isCurrentForm(kind: ServedKind, { revision, text }: Row): boolean {
  if (kind.conversion !== undefined) return false;
  if (!kind.custom) return true;
  return revision > (kind.schemaRevision ?? 0) && text.startsWith(prefixOf(kind));
}

/** The object as this version of its kind shows it: converted, and brought up to the present schema. */
export function present(kind: ServedKind, stored: Doc, revision = Number.POSITIVE_INFINITY): Doc {
  if (kind.conversion !== undefined) return kind.conversion.fromStored(stored);
  if (!kind.custom) return stored;
  const doc = { ...stored, apiVersion: apiVersionOf(kind), kind: kind.kind };
  if (revision > (kind.schemaRevision ?? 0)) return doc;
  const { value } = prune(kind.type, doc);
  const pruned = asDoc(isFields(value) ? value : {}, doc.apiVersion, doc.kind);
  return kind.rules.defaults?.(pruned) ?? pruned;
}

/** The object of a row, presented. */
export function presentRow(kind: ServedKind, row: Row, store: Store): Doc {
  return present(kind, store.doc(row), row.revision);
}

/** A row as JSON text, without decoding it where possible. */
export function textOfRow(kind: ServedKind, row: Row, store: Store): string {
  return isCurrentForm(kind, row) ? row.text : JSON.stringify(presentRow(kind, row, store));
}

/** The object in the form it is stored in. */
export function toStored(kind: ServedKind, doc: Doc): Doc {
  return kind.conversion?.toStored(doc) ?? doc;
}

function prefixOf(kind: ServedKind): string {
  return `{"apiVersion":${JSON.stringify(apiVersionOf(kind))},"kind":${JSON.stringify(kind.kind)},`;
}
