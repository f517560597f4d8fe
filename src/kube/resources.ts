/** @module The built-in kinds that dbm reads or writes: their types and their collections. */
import type {
  CoreV1Event,
  EventsV1Event,
  V1ConfigMap,
  V1CustomResourceDefinition,
  V1Deployment,
  V1Lease,
  V1Namespace,
  V1PersistentVolumeClaim,
  V1Pod,
  V1ReplicaSet,
  V1Secret,
  V1Service,
} from '@kubernetes/client-node';
import type { KubeObject } from './object.ts';
import type { Resource } from './resource.ts';
import type { Wire, WireObject } from './wire.ts';

export type Deployment = WireObject<V1Deployment>;
export type ReplicaSet = WireObject<V1ReplicaSet>;
export type Pod = WireObject<V1Pod>;
export type Service = WireObject<V1Service>;
export type Secret = WireObject<V1Secret>;
export type ConfigMap = WireObject<V1ConfigMap>;
export type PersistentVolumeClaim = WireObject<V1PersistentVolumeClaim>;
export type Namespace = WireObject<V1Namespace>;
export type Lease = WireObject<V1Lease>;
export type Event = WireObject<EventsV1Event>;
export type CoreEvent = WireObject<CoreV1Event>;
/** The schema is kept opaque: the library's model renames its fields. */
export type CustomResourceDefinition = KubeObject & {
  readonly spec: Readonly<Record<string, unknown>>;
  readonly status?: Wire<NonNullable<V1CustomResourceDefinition['status']>>;
};

export const deployments: Resource<Deployment> = namespaced('apps', 'v1', 'deployments', 'Deployment');
export const replicaSets: Resource<ReplicaSet> = namespaced('apps', 'v1', 'replicasets', 'ReplicaSet');
export const pods: Resource<Pod> = namespaced('', 'v1', 'pods', 'Pod');
export const services: Resource<Service> = namespaced('', 'v1', 'services', 'Service');
export const secrets: Resource<Secret> = namespaced('', 'v1', 'secrets', 'Secret');
export const configMaps: Resource<ConfigMap> = namespaced('', 'v1', 'configmaps', 'ConfigMap');
export const persistentVolumeClaims: Resource<PersistentVolumeClaim> = namespaced(
  '',
  'v1',
  'persistentvolumeclaims',
  'PersistentVolumeClaim',
);
export const leases: Resource<Lease> = namespaced('coordination.k8s.io', 'v1', 'leases', 'Lease');
export const events: Resource<Event> = namespaced('events.k8s.io', 'v1', 'events', 'Event');
export const coreEvents: Resource<CoreEvent> = namespaced('', 'v1', 'events', 'Event');
export const namespaces: Resource<Namespace> = cluster('', 'v1', 'namespaces', 'Namespace');
export const customResourceDefinitions: Resource<CustomResourceDefinition> = cluster(
  'apiextensions.k8s.io',
  'v1',
  'customresourcedefinitions',
  'CustomResourceDefinition',
);

function namespaced(group: string, version: string, plural: string, kind: string) {
  return { group, version, plural, kind, namespaced: true };
}

function cluster(group: string, version: string, plural: string, kind: string) {
  return { group, version, plural, kind, namespaced: false };
}
