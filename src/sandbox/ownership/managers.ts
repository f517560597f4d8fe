/** @module managedFields taken apart and put together again. */
import type { ManagedFieldsEntry } from '../../kube/object.ts';
import { type FieldSet, fromFieldsV1, isEmpty, toFieldsV1, union } from './field-set.ts';

/** One manager's share; the first four fields tell managers apart. */
export interface Manager {
  readonly manager: string;
  readonly operation: 'Apply' | 'Update';
  readonly apiVersion: string;
  readonly subresource: string;
  readonly time: string | undefined;
  readonly set: FieldSet;
}

/** More Update entries than this are merged into one, as the real server does. */
const MAX_UPDATE_MANAGERS = 10;

export function readManagers(entries: readonly ManagedFieldsEntry[]): readonly Manager[] {
  return entries.map((entry) => ({
    manager: entry.manager ?? '',
    operation: entry.operation ?? 'Update',
    apiVersion: entry.apiVersion ?? '',
    subresource: entry.subresource ?? '',
    time: entry.time,
    set: fromFieldsV1(entry.fieldsV1),
  }));
}

/** Managers that own nothing are left out; applying ones come first, then by age and name. */
export function writeManagers(managers: readonly Manager[]): readonly ManagedFieldsEntry[] {
  const owning = capped(managers.filter(({ set }) => !isEmpty(set)));
  return owning
    .toSorted(byOperationAndTime)
    .map(({ manager, operation, apiVersion, subresource, time, set }) => ({
      manager,
      operation,
      apiVersion,
      ...(time === undefined ? {} : { time }),
      fieldsType: 'FieldsV1',
      fieldsV1: toFieldsV1(set),
      ...(subresource === '' ? {} : { subresource }),
    }));
}

/** Applying managers are the same whatever version they apply. */
export function sameManager(a: Omit<Manager, 'set' | 'time'>, b: Omit<Manager, 'set' | 'time'>): boolean {
  return (
    a.manager === b.manager &&
    a.operation === b.operation &&
    (a.operation === 'Apply' || a.apiVersion === b.apiVersion) &&
    a.subresource === b.subresource
  );
}

function byOperationAndTime(a: Manager, b: Manager): number {
  if (a.operation !== b.operation) return a.operation === 'Apply' ? -1 : 1;
  const [x, y] = [a.time ?? '', b.time ?? ''];
  if (x !== y) return x < y ? -1 : 1;
  return a.manager < b.manager ? -1 : Number(a.manager > b.manager);
}

function capped(managers: readonly Manager[]): readonly Manager[] {
  const updates = managers.filter(
    ({ operation, subresource }) => operation === 'Update' && subresource === '',
  );
  if (updates.length <= MAX_UPDATE_MANAGERS) return managers;
  const oldest = updates.toSorted(byOperationAndTime).slice(0, updates.length - MAX_UPDATE_MANAGERS + 1);
  const [first] = oldest;
  if (first === undefined) return managers;
  const children = oldest.reduce((set, manager) => union(set, manager.set), first.set);
  const merged = { ...first, manager: 'ancient-changes', set: children };
  return [...managers.filter((manager) => !oldest.includes(manager)), merged];
}
