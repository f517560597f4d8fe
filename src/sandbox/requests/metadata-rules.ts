/** @module What every object's metadata must satisfy, and what an update may not change. */
import type { ObjectMeta } from '../../kube/object.ts';
import { type FieldError, forbidden, invalid, required, tooLong } from '../kinds/field-error.ts';
import type { ServedKind } from '../kinds/kind.ts';
import type { Doc } from '../values/fields.ts';

const LABEL = /^[a-z0-9]([-a-z0-9]*[a-z0-9])?$/;
const SUBDOMAIN = /^[a-z0-9]([-a-z0-9]*[a-z0-9])?(\.[a-z0-9]([-a-z0-9]*[a-z0-9])?)*$/;
const SERVICE_LABEL = /^[a-z]([-a-z0-9]*[a-z0-9])?$/;
const QUALIFIED = /^([A-Za-z0-9][-A-Za-z0-9_.]*)?[A-Za-z0-9]$/;
const MAX_ANNOTATIONS = 256 * 1024;

const SUBDOMAIN_RULE =
  "a lowercase RFC 1123 subdomain must consist of lower case alphanumeric characters, '-' or '.', and must start and end " +
  `with an alphanumeric character (e.g. 'example.com', regex used for validation is '${SUBDOMAIN.source.slice(1, -1)}')`;
const LABEL_RULE =
  "a lowercase RFC 1123 label must consist of lower case alphanumeric characters or '-', and must start and end with an " +
  `alphanumeric character (e.g. 'my-name',  or '123-abc', regex used for validation is '${LABEL.source.slice(1, -1)}')`;
const SERVICE_RULE =
  "a DNS-1035 label must consist of lower case alphanumeric characters or '-', start with an alphabetic character, and end with " +
  `an alphanumeric character (e.g. 'my-name',  or 'abc-123', regex used for validation is '${SERVICE_LABEL.source.slice(1, -1)}')`;
const LABEL_VALUE_RULE =
  "a valid label must be an empty string or consist of alphanumeric characters, '-', '_' or '.', and must start and end with an " +
  "alphanumeric character (e.g. 'MyValue',  or 'my_value',  or '12345', regex used for validation is " +
  "'(([A-Za-z0-9][-A-Za-z0-9_.]*)?[A-Za-z0-9])?')";
const NAME_PART_RULE =
  "name part must consist of alphanumeric characters, '-', '_' or '.', and must start and end with an alphanumeric character " +
  "(e.g. 'MyName',  or 'my.name',  or '123-abc', regex used for validation is '([A-Za-z0-9][-A-Za-z0-9_.]*)?[A-Za-z0-9]')";

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

/** Why text is no DNS-1123 subdomain; empty when it is one. */
export function subdomainProblems(text: string): readonly string[] {
  return problems(text, { pattern: SUBDOMAIN, max: 253, rule: SUBDOMAIN_RULE });
}

/** Why text is no DNS-1123 label; empty when it is one. */
export function labelProblems(text: string): readonly string[] {
  return problems(text, { pattern: LABEL, max: 63, rule: LABEL_RULE });
}

/** Why text is no label or annotation key; empty when it is one. */
export function qualifiedNameProblems(key: string): readonly string[] {
  const parts = key.split('/');
  const name = parts.at(-1) ?? '';
  const prefix = parts.length === 2 ? parts[0] : undefined;
  if (parts.length > 2)
    return [
      `a qualified name ${NAME_PART_RULE.slice('name part '.length)} with an optional DNS subdomain prefix and '/' (e.g. 'example.com/MyName')`,
    ];
  const errors: string[] = [];
  if (prefix === '') errors.push('prefix part must be non-empty');
  else if (prefix !== undefined) errors.push(...subdomainProblems(prefix).map((why) => `prefix part ${why}`));
  if (name === '') errors.push('name part must be non-empty');
  else if (name.length > 63) errors.push('name part must be no more than 63 bytes');
  if (!QUALIFIED.test(name)) errors.push(NAME_PART_RULE);
  return errors;
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
    return (name) => problems(name, { pattern: SERVICE_LABEL, max: 63, rule: SERVICE_RULE });
  }
  return group === 'rbac.authorization.k8s.io' ? pathSegmentProblems : subdomainProblems;
}

function pathSegmentProblems(name: string): readonly string[] {
  if (name === '.' || name === '..') return [`may not be '${name}'`];
  return ['/', '%'].filter((sign) => name.includes(sign)).map((sign) => `may not contain '${sign}'`);
}

function problems(text: string, rule: { pattern: RegExp; max: number; rule: string }): readonly string[] {
  const errors: string[] = [];
  if (text.length > rule.max) errors.push(`must be no more than ${rule.max} bytes`);
  if (!rule.pattern.test(text)) errors.push(rule.rule);
  return errors;
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
