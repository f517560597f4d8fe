/** @module Defaults and checks of PersistentVolumeClaims. */
import { compareQuantities } from '../../../kube/quantity.ts';
import { type Doc, type Fields, fieldsOf, getAt, listOf, textOf } from '../../values/fields.ts';
import { same } from '../../values/same.ts';
import { type FieldError, forbidden, invalid, required, unsupported } from '../field-error.ts';
import type { KindRules } from '../kind.ts';

const ACCESS_MODES = ['ReadOnlyMany', 'ReadWriteMany', 'ReadWriteOnce', 'ReadWriteOncePod'];
const PROTECTION = 'kubernetes.io/pvc-protection';
const SIZE = ['spec', 'resources', 'requests', 'storage'];

export const claimRules: KindRules = {
  defaults: (doc) => ({ ...doc, spec: { volumeMode: 'Filesystem', ...fieldsOf(doc.spec) } }),
  admit: (doc, previous) => (previous === undefined ? newClaim(doc) : doc),
  validate: (doc, previous) => [
    ...checkClaim(fieldsOf(doc.spec), doc),
    ...(previous === undefined ? [] : checkChange(doc, previous)),
  ],
};

/** Claims in use are protected from the start. */
function newClaim(doc: Doc): Doc {
  const finalizers = [...new Set([...(doc.metadata.finalizers ?? []), PROTECTION])];
  return { ...doc, metadata: { ...doc.metadata, finalizers }, status: { phase: 'Pending' } };
}

function checkClaim({ accessModes }: Fields, doc: Doc): readonly FieldError[] {
  const modes = listOf(accessModes);
  const size = textOf(getAt(doc, SIZE));
  const errors: FieldError[] =
    modes.length === 0 ? [required('spec.accessModes', 'at least 1 access mode is required')] : [];
  for (const mode of modes) {
    if (!ACCESS_MODES.includes(String(mode)))
      errors.push(unsupported('spec.accessModes', mode, ACCESS_MODES));
  }
  if (size === undefined) errors.push(required('spec.resources[storage]'));
  else if (compareQuantities(size, '0') <= 0)
    errors.push(invalid('spec.resources[storage]', size, 'must be greater than zero'));
  return errors;
}

/** Only the size of a bound claim may change, and only upwards. */
function checkChange(doc: Doc, previous: Doc): readonly FieldError[] {
  const bound = getAt(previous, ['status', 'phase']) === 'Bound';
  const { resources: _now, volumeName: _volume, ...fixed } = fieldsOf(doc.spec);
  const { resources: _then, volumeName: _old, ...before } = fieldsOf(previous.spec);
  const [size, old] = [textOf(getAt(doc, SIZE)) ?? '0', textOf(getAt(previous, SIZE)) ?? '0'];
  const resized = compareQuantities(size, old);
  if (!same(fixed, before) || (resized !== 0 && !bound)) {
    return [
      forbidden(
        'spec',
        'spec is immutable after creation except resources.requests and volumeAttributesClassName for bound claims',
      ),
    ];
  }
  return resized < 0
    ? [forbidden('spec.resources.requests.storage', 'field can not be less than status.capacity')]
    : [];
}
