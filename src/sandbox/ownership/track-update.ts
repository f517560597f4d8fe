/** @module Who owns what after an ordinary write (POST, PUT, JSON or merge patch). */
import type { ManagedFieldsEntry } from '../../kube/object.ts';
import { apiVersionOf } from '../../kube/resource.ts';
import type { ServedKind } from '../kinds/kind.ts';
import type { Doc } from '../values/fields.ts';
import { compare, given } from './compare.ts';
import { difference, differenceBelow, EMPTY, type FieldSet, union } from './field-set.ts';
import { type Manager, readManagers, sameManager, writeManagers } from './managers.ts';
import { resetFields, serverFields } from './owned-part.ts';

/** Who writes, when, and through which subresource. */
export interface Writer {
  readonly manager: string;
  readonly time: string;
  readonly subresource?: string | undefined;
}

/** The object before and after the write; nothing before a creation. */
export interface Write {
  readonly before: Doc | undefined;
  readonly after: Doc;
}

/**
 * The writer takes over every field it added or changed; fields that are gone are nobody's. A writer that empties
 * managedFields itself gives everybody's share up.
 */
export function trackUpdate(
  kind: ServedKind,
  { before, after }: Write,
  writer: Writer,
): readonly ManagedFieldsEntry[] {
  const sent = after.metadata.managedFields;
  const stored = before?.metadata.managedFields ?? [];
  const base = readManagers(isReset(sent) ? [] : (sent ?? stored));
  const start = before === undefined ? emptyObject(kind) : contents(before);
  const { added, modified, removed } = compare(kind.type, start, contents(after));
  const self = selfOf(kind, writer);
  const taken = ownable(kind, self.subresource, given({ added, modified, removed }));
  const gone = union(removed, taken);
  const others = base
    .filter((manager) => !sameManager(manager, self))
    .map((manager) => ({ ...manager, set: difference(manager.set, gone) }));
  const mine = base.find((manager) => sameManager(manager, self));
  const set = union(difference(mine?.set ?? EMPTY, removed), taken);
  const unchanged = mine !== undefined && isSameSet(mine.set, set);
  return writeManagers([...others, { ...self, set, time: unchanged ? mine.time : writer.time }]);
}

/** What a write may own of what it touched. */
export function ownable(kind: ServedKind, subresource: string, set: FieldSet): FieldSet {
  return differenceBelow(difference(set, serverFields()), resetFields(kind.hasStatus, subresource));
}

/** Built-in types have these parts even when nothing is in them, so nobody owns the parts as such. */
function emptyObject({ custom }: ServedKind): unknown {
  if (custom) return { metadata: {} };
  const template = { metadata: {}, spec: { containers: [] } };
  return { metadata: {}, spec: { template, strategy: {}, resources: {}, containers: [] }, status: {} };
}

/** The object without what ownership never looks at. */
export function contents(doc: Doc | undefined): unknown {
  if (doc === undefined) return {};
  const { managedFields: _managed, ...metadata } = doc.metadata;
  return { ...doc, metadata };
}

function selfOf(kind: ServedKind, { manager, subresource = '' }: Writer): Omit<Manager, 'set' | 'time'> {
  return { manager, operation: 'Update', apiVersion: apiVersionOf(kind), subresource };
}

/** A list of one empty entry asks for a fresh start. */
function isReset(sent: readonly ManagedFieldsEntry[] | undefined): boolean {
  return sent?.length === 1 && Object.keys(sent[0] ?? {}).length === 0;
}

function isSameSet(a: FieldSet, b: FieldSet): boolean {
  return a.member === b.member && a.children.size === b.children.size && sameChildren(a, b);
}

function sameChildren(a: FieldSet, b: FieldSet): boolean {
  return [...a.children].every(([element, child]) => {
    const other = b.children.get(element);
    return other !== undefined && isSameSet(child, other);
  });
}
