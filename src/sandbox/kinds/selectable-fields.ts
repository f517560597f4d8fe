/** @module The fields that a fieldSelector may name, per kind. */
import { type Doc, getAt, isFields, listOf } from '../values/fields.ts';
import type { ServedKind } from './kind.ts';

/** A field and how its text is read; absent values are ''. */
export type SelectableField = readonly [field: string, read: (doc: Doc) => string];

const COMMON: readonly SelectableField[] = [at('metadata.name'), at('metadata.namespace')];

const REFERENCE = ['kind', 'namespace', 'name', 'uid', 'apiVersion', 'resourceVersion', 'fieldPath'];
const EVENT_FIELDS = ['reason', 'type'].map((field) => at(field));

const BY_KIND: Readonly<Record<string, readonly SelectableField[]>> = {
  'v1/Pod': [
    'spec.nodeName',
    'spec.restartPolicy',
    'spec.schedulerName',
    'spec.serviceAccountName',
    'status.phase',
    'status.podIP',
    'status.nominatedNodeName',
  ].map((field) => at(field)),
  'v1/Event': [
    ...EVENT_FIELDS,
    ...REFERENCE.map((field) => at(`involvedObject.${field}`)),
    ['source', (doc) => text(getAt(doc, ['source', 'component'])) || text(doc.reportingComponent)],
    at('reportingComponent'),
  ],
  'events.k8s.io/v1/Event': [
    ...EVENT_FIELDS,
    ...REFERENCE.map((field) => at(`regarding.${field}`)),
    at('reportingController'),
  ],
  'v1/Secret': [at('type')],
  'v1/Namespace': [at('status.phase')],
  'v1/Node': [at('spec.unschedulable')],
  'v1/Service': [at('spec.clusterIP'), at('spec.type')],
  'apps/v1/ReplicaSet': [at('status.replicas')],
};

/** Name and namespace for every kind, and what the kind adds. */
export function selectableFields({
  group,
  version,
  kind,
  openApiSchema,
  selectable,
}: ServedKind): readonly SelectableField[] {
  if (openApiSchema !== undefined) return [...COMMON, ...(selectable ?? []).map((field) => at(field))];
  const apiVersion = group === '' ? version : `${group}/${version}`;
  return [...COMMON, ...(BY_KIND[`${apiVersion}/${kind}`] ?? [])];
}

function at(field: string): SelectableField {
  const path = field.split('.');
  return [field, (doc) => text(getAt(doc, path))];
}

function text(value: unknown): string {
  return value === undefined || value === null || isFields(value) || listOf(value).length > 0
    ? ''
    : String(value);
}
