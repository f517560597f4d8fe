/** @module Which fields nobody owns: the server's own, and those another endpoint decides. */
import { EMPTY, type FieldSet, LEAF, setOf } from './field-set.ts';

/** Identity and bookkeeping. */
const SERVER_FIELDS = setOf(false, [
  ['f:apiVersion', LEAF],
  ['f:kind', LEAF],
  [
    'f:metadata',
    setOf(
      false,
      [
        'name',
        'namespace',
        'uid',
        'selfLink',
        'resourceVersion',
        'generation',
        'creationTimestamp',
        'deletionTimestamp',
        'deletionGracePeriodSeconds',
        'managedFields',
      ].map((name) => [`f:${name}`, LEAF] as const),
    ),
  ],
]);

/** What is never recorded. */
export function serverFields(): FieldSet {
  return SERVER_FIELDS;
}

/** What a write through the main resource, or through `status`, cannot change, and so does not own. */
export function resetFields(hasStatus: boolean, subresource: string): FieldSet {
  if (!hasStatus) return EMPTY;
  if (subresource === '') return setOf(false, [['f:status', LEAF]]);
  if (subresource !== 'status') return EMPTY;
  return setOf(false, [
    ['f:spec', LEAF],
    ['f:metadata', LEAF],
    ['f:data', LEAF],
  ]);
}
