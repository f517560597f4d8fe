/** @module What every object's metadata must satisfy, and what an update may not change. */
import type { ObjectMeta } from '../../kube/object.ts';
import { type FieldError, forbidden, invalid, required, tooLong } from '../kinds/field-error.ts';
import type { ServedKind } from '../kinds/kind.ts';
import {
  labelProblems,
  QUALIFIED,
  qualifiedNameProblems,
  serviceNameProblems,
  subdomainProblems,
} from '../kinds/names.ts';
import type { Doc } from '../values/fields.ts';

const MAX_ANNOTATIONS = 256 * 1024;

const LABEL_VALUE_RULE =
  "a valid label must be an empty string or consist of alphanumeric characters, '-', '_' or '.', and must start and end with an " +
  "alphanumeric character (e.g. 'MyValue',  or 'my_value',  or '12345', regex used for validation is " +
  "'(([A-Za-z0-9][-A-Za-z0-9_.]*)?[A-Za-z0-9])?')";
/** Errors in the metadata of an object about to be stored. */
export function validateMetadata(kind: ServedKind, { metadata }: Doc): readonly FieldError[] {
  return [
    ...validateName(kind, metadata),
    ...validateLabels(metadata.labels ?? {}, 'metadata.labels'),
    ...validateAnnotations(metadata.annotations ?? {}),
    ...validateOwners(metadata),
    ...(metadata.finalizers ?? []).flatMap((finalizer) => validateFinalizer(finalizer)),
  ];
}

/** Errors in how an update changes the metadata. */
export function validateMetadataUpdate(
  { metadata: after }: Doc,
  { metadata: before }: Doc,
): readonly FieldError[] {
  const errors: FieldError[] = [];
  if (before.deletionTimestamp !== undefined) {
    const known = new Set(before.finalizers);
    const added = (after.finalizers ?? []).filter((finalizer) => !known.has(finalizer));
    if (added.length > 0) {
      const list = added.map((text) => JSON.stringify(text)).join(', ');
      const rule = 'no new finalizers can be added if the object is being deleted';
      errors.push(forbidden('metadata.finalizers', `${rule}, found new finalizers []string{${list}}`));
    }
  }
  return errors;
}

/** Errors in labels, wherever they stand. */
export function validateLabels(
  labels: Readonly<Record<string, string>>,
  field: string,
): readonly FieldError[] {
  return Object.entries(labels).flatMap(([key, value]) => {
    const errors = qualifiedNameProblems(key).map((why) => invalid(field, key, why));
    if (value.length > 63) errors.push(invalid(field, value, 'must be no more than 63 bytes'));
    if (value !== '' && !QUALIFIED.test(value)) errors.push(invalid(field, value, LABEL_VALUE_RULE));
    return errors;
  });
}

function validateName(kind: ServedKind, { name = '', generateName = '' }: ObjectMeta): readonly FieldError[] {
  if (name === '') return [required('metadata.name', 'name or generateName is required')];
  const check = nameCheckOf(kind);
  const errors = check(name).map((why) => invalid('metadata.name', name, why));
  if (generateName === '') return errors;
  return [
    ...errors,
    ...check(`${generateName}a`).map((why) => invalid('metadata.generateName', generateName, why)),
  ];
}

function nameCheckOf({ kind, group }: ServedKind): (name: string) => readonly string[] {
  if (kind === 'Namespace') return labelProblems;
  if (kind === 'Service' && group === '') {
    return serviceNameProblems;
  }
  return group === 'rbac.authorization.k8s.io' ? pathSegmentProblems : subdomainProblems;
}

function pathSegmentProblems(name: string): readonly string[] {
  if (name === '.' || name === '..') return [`may not be '${name}'`];
  return ['/', '%'].filter((sign) => name.includes(sign)).map((sign) => `may not contain '${sign}'`);
}

function validateAnnotations(annotations: Readonly<Record<string, string>>): readonly FieldError[] {
  const field = 'metadata.annotations';
  const errors = Object.keys(annotations).flatMap((key) =>
    qualifiedNameProblems(key.toLowerCase()).map((why) => invalid(field, key, why)),
  );
  const size = Object.entries(annotations).reduce((sum, [key, value]) => sum + key.length + value.length, 0);
  return size > MAX_ANNOTATIONS ? [...errors, tooLong(field, MAX_ANNOTATIONS)] : errors;
}

function validateOwners({ ownerReferences = [] }: ObjectMeta): readonly FieldError[] {
  const errors = ownerReferences.flatMap(({ apiVersion = '', kind = '', name = '', uid = '' }) => {
    const field = 'metadata.ownerReferences';
    return [
      ...(apiVersion === '' ? [invalid(`${field}.apiVersion`, apiVersion, 'version must not be empty')] : []),
      ...(kind === '' ? [invalid(`${field}.kind`, kind, 'must not be empty')] : []),
      ...(name === '' ? [invalid(`${field}.name`, name, 'must not be empty')] : []),
      ...(uid === '' ? [invalid(`${field}.uid`, uid, 'must not be empty')] : []),
    ];
  });
  const controllers = ownerReferences.filter(({ controller }) => controller === true);
  const [first, second] = controllers;
  if (first === undefined || second === undefined) return errors;
  const why = `Only one reference can have Controller set to true. Found "true" in references for ${first.kind}/${first.name} and ${second.kind}/${second.name}`;
  return [...errors, invalid('metadata.ownerReferences', ownerReferences, why)];
}

function validateFinalizer(finalizer: string): readonly FieldError[] {
  const errors = qualifiedNameProblems(finalizer).map((why) =>
    invalid('metadata.finalizers', finalizer, why),
  );
  const standard = ['kubernetes', 'orphan', 'foregroundDeletion'].includes(finalizer);
  if (errors.length > 0 || standard || finalizer.includes('/')) return errors;
  return [
    invalid(
      'metadata.finalizers',
      finalizer,
      'name is neither a standard finalizer name nor is it fully qualified',
    ),
  ];
}
