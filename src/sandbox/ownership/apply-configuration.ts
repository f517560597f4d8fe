/** @module Server-side apply: merges an applied configuration into an object and works out who owns what. */
import type { ManagedFieldsEntry } from '../../kube/object.ts';
import { apiVersionOf } from '../../kube/resource.ts';
import type { StatusCause } from '../../kube/status-error.ts';
import type { ServedKind } from '../kinds/kind.ts';
import type { FieldType } from '../schema/field-type.ts';
import type { Doc } from '../values/fields.ts';
import { compare, fieldsIn, given } from './compare.ts';
import { difference, EMPTY, type FieldSet, formatPath, intersection, members, union } from './field-set.ts';
import { type Manager, readManagers, sameManager, writeManagers } from './managers.ts';
import { mergeApplied } from './merge-applied.ts';
import { removeFields } from './remove-fields.ts';
import { contents, ownable, type Writer } from './track-update.ts';

/** What is stored (nothing for a new object), and what the manager wants. */
export interface Application {
  readonly live: Doc | undefined;
  readonly applied: Doc;
  readonly force: boolean;
}

/** The object to store, with ownership, or the fields that others own and that would change. */
export type Applied =
  | { readonly conflicts: readonly StatusCause[] }
  | { readonly doc: Doc; readonly managedFields: readonly ManagedFieldsEntry[] };

/**
 * Flow: merge; remove what the manager applied last time, no longer wants, and nobody else owns; find what changed.
 * A changed field that another manager owns is a conflict, unless forced: then it is taken from the other.
 */
export function applyConfiguration(
  kind: ServedKind,
  { live, applied, force }: Application,
  writer: Writer,
): Applied {
  const self: Omit<Manager, 'set' | 'time'> = {
    manager: writer.manager,
    operation: 'Apply',
    apiVersion: apiVersionOf(kind),
    subresource: writer.subresource ?? '',
  };
  const stored = readManagers(live?.metadata.managedFields ?? []);
  const mine = stored.find((manager) => sameManager(manager, self));
  const others = stored.filter((manager) => manager !== mine);
  const set = ownable(kind, self.subresource, fieldsIn(kind.type, contents(applied)));
  const doc = merged(kind.type, { live, applied, given: { last: mine?.set ?? EMPTY, set, others } });
  const comparison = compare(kind.type, contents(live), contents(doc));
  const changed = ownable(kind, self.subresource, given(comparison));
  const conflicts = others.flatMap((other) => causesOf(other, intersection(other.set, changed)));
  if (conflicts.length > 0 && live !== undefined && !force) return { conflicts };
  const lost = union(changed, comparison.removed);
  const kept = others.map((other) => ({ ...other, set: difference(other.set, lost) }));
  const time = mine !== undefined && isSame(mine.set, set) && isSame(lost, EMPTY) ? mine.time : writer.time;
  return { doc, managedFields: writeManagers([...kept, { ...self, set, time }]) };
}

interface Shares {
  readonly last: FieldSet;
  readonly set: FieldSet;
  readonly others: readonly Manager[];
}

function merged(
  type: FieldType,
  {
    live,
    applied,
    given: { last, set, others },
  }: Pick<Application, 'live' | 'applied'> & { readonly given: Shares },
): Doc {
  if (live === undefined) return applied;
  const value = mergeApplied(type, live, applied);
  const owned = others.reduce((sum, other) => union(sum, other.set), set);
  const result = removeFields(type, value, { remove: difference(last, set), keep: owned });
  return result as Doc;
}

function causesOf(other: Manager, conflicting: FieldSet): readonly StatusCause[] {
  return members(conflicting).map((path) => ({
    reason: 'FieldManagerConflict',
    message: `conflict with ${describe(other)}`,
    field: formatPath(path),
  }));
}

function describe({ manager, operation, apiVersion, subresource }: Manager): string {
  const name =
    JSON.stringify(manager) + (subresource === '' ? '' : ` with subresource ${JSON.stringify(subresource)}`);
  return operation === 'Apply' ? name : `${name} using ${apiVersion}`;
}

function isSame(a: FieldSet, b: FieldSet): boolean {
  return members(difference(a, b)).length === 0 && members(difference(b, a)).length === 0;
}
