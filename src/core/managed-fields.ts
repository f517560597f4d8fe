/** @module Turns the fields that a POST recorded as updated into applied ones, so that apply can give them up. */
import type { JsonPatchOperation } from '../kube/client.ts';
import type { KubeObject, ManagedFieldsEntry } from '../kube/object.ts';

/**
 * A JSON patch that makes the manager's `Update` entries part of its `Apply` entry; empty when there are none.
 * Without it, fields that were created and are no longer wanted would stay for ever, held by the entry that no
 * apply touches.
 */
export function adoptCreatedFields(object: KubeObject, manager: string): readonly JsonPatchOperation[] {
  const entries = object.metadata.managedFields ?? [];
  const mine = entries.filter((entry) => entry.manager === manager && (entry.subresource ?? '') === '');
  const updates = mine.filter(({ operation }) => operation === 'Update');
  const [first] = updates;
  if (first === undefined) return [];
  const fieldsV1 = mine.reduce<FieldSet>((union, entry) => merge(union, entry.fieldsV1 ?? {}), {});
  const applied: ManagedFieldsEntry = { ...first, operation: 'Apply', fieldsV1 };
  const others = entries.filter((entry) => !mine.includes(entry));
  return [{ op: 'replace', path: '/metadata/managedFields', value: [...others, applied] }];
}

type FieldSet = Readonly<Record<string, unknown>>;

/** FieldsV1 is a tree of names: the union of two sets is the union of the trees. */
function merge(a: FieldSet, b: FieldSet): FieldSet {
  const union = new Map<string, unknown>(Object.entries(a));
  for (const [name, fields] of Object.entries(b)) {
    const known = union.get(name);
    union.set(name, isFieldSet(known) && isFieldSet(fields) ? merge(known, fields) : fields);
  }
  return Object.fromEntries(union);
}

function isFieldSet(value: unknown): value is FieldSet {
  return typeof value === 'object' && value !== null;
}
