/** @module Rules of the kinds that need only a line or two. */
import { type Doc, fieldsOf, getAt, numberOf, textOf, withMeta } from '../../values/fields.ts';
import { type FieldError, invalid, required } from '../field-error.ts';
import type { KindRules } from '../kind.ts';
import { notNegative } from './pod-checks.ts';

const MAX_NOTE_BYTES = 1024;
const NAME_LABEL = 'kubernetes.io/metadata.name';

/** A namespace is labelled with its name and held until its contents are gone. */
export const namespaceRules: KindRules = {
  defaults: (doc) => withMeta(doc, { labels: { ...doc.metadata.labels, ...nameLabel(doc) } }),
  admit: (doc, previous) =>
    previous === undefined
      ? { ...doc, spec: { finalizers: ['kubernetes'] }, status: { phase: 'Active' } }
      : { ...doc, ...(previous.spec === undefined ? {} : { spec: previous.spec }) },
};

export const leaseRules: KindRules = {
  validate: ({ spec }) => {
    const { leaseDurationSeconds, leaseTransitions } = fieldsOf(spec);
    const duration = numberOf(leaseDurationSeconds);
    return [
      ...(duration !== undefined && duration <= 0
        ? [invalid('spec.leaseDurationSeconds', duration, 'must be greater than 0')]
        : []),
      ...notNegative(leaseTransitions, 'spec.leaseTransitions'),
    ];
  },
};

export const coreEventRules: KindRules = {
  validate: (doc) => checkNamespace(doc, 'involvedObject'),
};

/** The newer group asks for more. */
export const eventRules: KindRules = {
  validate: (doc, previous) => [
    ...checkNamespace(doc, 'regarding'),
    ...(previous === undefined ? checkNewEvent(doc) : []),
  ],
};

export const budgetRules: KindRules = {
  validate: ({ spec }) => {
    const { minAvailable, maxUnavailable } = fieldsOf(spec);
    return minAvailable !== undefined && maxUnavailable !== undefined
      ? [invalid('spec', spec, 'minAvailable and maxUnavailable cannot be both set')]
      : [];
  },
};

export const autoscalerRules: KindRules = {
  defaults: (doc) => ({ ...doc, spec: { minReplicas: 1, ...fieldsOf(doc.spec) } }),
  validate: ({ spec }) => {
    const { minReplicas, maxReplicas } = fieldsOf(spec);
    const [min, max] = [numberOf(minReplicas) ?? 1, numberOf(maxReplicas) ?? 0];
    if (max < 1) return [invalid('spec.maxReplicas', max, 'must be greater than 0')];
    return max < min
      ? [invalid('spec.maxReplicas', max, 'must be greater than or equal to `minReplicas`')]
      : [];
  },
};

export const storageClassRules: KindRules = {
  defaults: (doc) => ({
    ...doc,
    reclaimPolicy: doc.reclaimPolicy ?? 'Delete',
    volumeBindingMode: doc.volumeBindingMode ?? 'Immediate',
  }),
  validate: (doc) => ((textOf(doc.provisioner) ?? '') === '' ? [required('provisioner')] : []),
};

function nameLabel({ metadata }: Doc): Record<string, string> {
  return metadata.name === undefined || metadata.name === '' ? {} : { [NAME_LABEL]: metadata.name };
}

function checkNamespace(doc: Doc, field: string): readonly FieldError[] {
  const about = textOf(getAt(doc, [field, 'namespace'])) ?? '';
  const { namespace = '' } = doc.metadata;
  if (about === namespace || (about === '' && namespace === 'default')) return [];
  return [invalid('involvedObject.namespace', about, 'does not match event.namespace')];
}

function checkNewEvent(doc: Doc): readonly FieldError[] {
  const errors: FieldError[] = [];
  if (doc.eventTime === undefined) errors.push(required('eventTime'));
  if (doc.type !== 'Normal' && doc.type !== 'Warning')
    errors.push(invalid('type', doc.type ?? '', 'has invalid value: '.concat(String(doc.type ?? ''))));
  if ((textOf(doc.reason) ?? '') === '') errors.push(required('reason'));
  if (Buffer.byteLength(textOf(doc.note) ?? '') > MAX_NOTE_BYTES) {
    errors.push(invalid('note', '', 'can have at most 1024 characters'));
  }
  for (const field of ['reportingController', 'reportingInstance', 'action']) {
    if ((textOf(doc[field]) ?? '') === '') errors.push(required(field));
  }
  return errors;
}
