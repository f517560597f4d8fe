/** @module The kinds that only the simulated cluster writes: their types and their collections. */
import type {
  V1EndpointSlice,
  V1Endpoints,
  V1Node,
  V1PersistentVolume,
  V1ServiceAccount,
  V1StorageClass,
} from '@kubernetes/client-node';
import type { Resource } from '../../kube/resource.ts';
import type { WireObject } from '../../kube/wire.ts';

export type Endpoints = WireObject<V1Endpoints>;
export type EndpointSlice = WireObject<V1EndpointSlice>;
export type Node = WireObject<V1Node>;
export type PersistentVolume = WireObject<V1PersistentVolume>;
export type ServiceAccount = WireObject<V1ServiceAccount>;
export type StorageClass = WireObject<V1StorageClass>;

export const endpoints: Resource<Endpoints> = {
  group: '',
  version: 'v1',
  plural: 'endpoints',
  kind: 'Endpoints',
  namespaced: true,
};
export const endpointSlices: Resource<EndpointSlice> = {
  group: 'discovery.k8s.io',
  version: 'v1',
  plural: 'endpointslices',
  kind: 'EndpointSlice',
  namespaced: true,
};
export const nodes: Resource<Node> = {
  group: '',
  version: 'v1',
  plural: 'nodes',
  kind: 'Node',
  namespaced: false,
};
export const persistentVolumes: Resource<PersistentVolume> = {
  group: '',
  version: 'v1',
  plural: 'persistentvolumes',
  kind: 'PersistentVolume',
  namespaced: false,
};
export const serviceAccounts: Resource<ServiceAccount> = {
  group: '',
  version: 'v1',
  plural: 'serviceaccounts',
  kind: 'ServiceAccount',
  namespaced: true,
};
export const storageClasses: Resource<StorageClass> = {
  group: 'storage.k8s.io',
  version: 'v1',
  plural: 'storageclasses',
  kind: 'StorageClass',
  namespaced: false,
};
