/** @module Brings an object that is about to be stored through defaults, admission, ownership and validation. */
import type { ManagedFieldsEntry } from '../../kube/object.ts';
import { createdMeta } from '../kinds/created-meta.ts';
import type { FieldError } from '../kinds/field-error.ts';
import { grows } from '../kinds/generation.ts';
import type { AdmissionContext, ServedKind } from '../kinds/kind.ts';
import type { Writer } from '../ownership/track-update.ts';
import { trackUpdate } from '../ownership/track-update.ts';
import { type Doc, withMeta } from '../values/fields.ts';
import { same } from '../values/same.ts';
import { validateMetadata, validateMetadataUpdate } from './metadata-rules.ts';
import { invalid } from './refusals.ts';

/** What both kinds of preparation need to know. */
export interface Preparation {
  readonly kind: ServedKind;
  readonly writer: Writer;
  readonly admission: AdmissionContext;
  /** Ownership as server-side apply worked it out; absent for ordinary writes. */
  readonly managedFields?: readonly ManagedFieldsEntry[];
}

/** The object as it is to be stored. Throws Invalid with every field error. */
export function prepareNew(given: Doc, preparation: Preparation): Doc {
  const { kind, writer, admission } = preparation;
  const { rules } = kind;
  const metadata = createdMeta(given.metadata, { now: writer.time, generation: kind.hasGeneration });
  const started = withoutStatus(kind, { ...given, metadata });
  const defaulted = rules.defaults?.(started) ?? started;
  const admitted = rules.admit?.(defaulted, undefined, admission) ?? defaulted;
  refuse(kind, admitted, [
    ...validateMetadata(kind, admitted),
    ...(rules.validate?.(admitted, undefined) ?? []),
  ]);
  return withOwnership(admitted, undefined, preparation);
}

/** The object as it is to replace `before`; `before` itself when nothing would change. Throws Invalid. */
export function prepareChange(given: Doc, before: Doc, preparation: Preparation): Doc {
  const { kind, writer, admission } = preparation;
  const merged =
    writer.subresource === 'status' ? statusOnly(given, before) : allButStatus(kind, given, before);
  const doc = keepServerFields(merged, before);
  const defaulted = kind.rules.defaults?.(doc) ?? doc;
  const admitted =
    writer.subresource === undefined
      ? (kind.rules.admit?.(defaulted, before, admission) ?? defaulted)
      : defaulted;
  refuse(kind, admitted, validateChange(kind, { doc: admitted, before, subresource: writer.subresource }));
  const owned = withOwnership(admitted, before, preparation);
  if (sameButTimes(owned, before)) return before;
  if (!kind.hasGeneration || !grows(before, owned)) return owned;
  return withMeta(owned, { generation: (before.metadata.generation ?? 0) + 1 });
}

function validateChange(
  kind: ServedKind,
  { doc, before, subresource }: { doc: Doc; before: Doc; subresource: string | undefined },
): readonly FieldError[] {
  const metadata = [...validateMetadata(kind, doc), ...validateMetadataUpdate(doc, before)];
  if (subresource === 'status') return [...metadata, ...(kind.rules.validateStatus?.(doc, before) ?? [])];
  return [...metadata, ...(kind.rules.validate?.(doc, before) ?? [])];
}

function refuse(kind: ServedKind, { metadata }: Doc, errors: readonly FieldError[]): void {
  if (errors.length > 0) throw invalid(kind, metadata.name ?? metadata.generateName ?? '', errors);
}

function withoutStatus(kind: ServedKind, doc: Doc): Doc {
  if (!kind.hasStatus) return doc;
  const { status: _status, ...rest } = doc;
  return rest;
}

function allButStatus(kind: ServedKind, given: Doc, before: Doc): Doc {
  if (!kind.hasStatus) return given;
  const { status: _status, ...rest } = given;
  const status = before.status;
  return status === undefined ? rest : { ...rest, status };
}

function statusOnly(given: Doc, before: Doc): Doc {
  const { status: _status, ...rest } = before;
  const { managedFields, resourceVersion } = given.metadata;
  const doc = withMeta(rest, { managedFields, resourceVersion });
  const status = given.status;
  return status === undefined ? doc : { ...doc, status };
}

function keepServerFields(doc: Doc, { metadata: before }: Doc): Doc {
  return withMeta(doc, {
    name: before.name,
    namespace: before.namespace,
    generateName: before.generateName,
    uid: before.uid,
    creationTimestamp: before.creationTimestamp,
    deletionTimestamp: before.deletionTimestamp,
    deletionGracePeriodSeconds: before.deletionGracePeriodSeconds,
    generation: before.generation,
    resourceVersion: before.resourceVersion,
  });
}

function withOwnership(doc: Doc, before: Doc | undefined, { kind, writer, managedFields }: Preparation): Doc {
  const owned = managedFields ?? trackUpdate(kind, { before, after: doc }, writer);
  return withMeta(doc, { managedFields: owned.length === 0 ? undefined : owned });
}

/** A write that changes nothing but the times of ownership is none. */
function sameButTimes(a: Doc, b: Doc): boolean {
  return same(timeless(a), timeless(b));
}

function timeless(doc: Doc): unknown {
  const managedFields = doc.metadata.managedFields?.map(({ time: _time, ...entry }) => entry);
  return { ...doc, metadata: { ...doc.metadata, managedFields } };
}
