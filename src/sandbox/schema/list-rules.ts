/** @module Which lists and maps of the built-in kinds are merged item by item, and by which keys. */

/** `map` lists as server-side apply sees them, with the single key that strategic merge uses. */
export const KEYED_LISTS: Readonly<Record<string, readonly string[]>> = {
  'Container.env': ['name'],
  'Container.ports': ['containerPort', 'protocol'],
  'Container.volumeDevices': ['devicePath'],
  'Container.volumeMounts': ['mountPath'],
  'EphemeralContainer.env': ['name'],
  'EphemeralContainer.ports': ['containerPort', 'protocol'],
  'EphemeralContainer.volumeDevices': ['devicePath'],
  'EphemeralContainer.volumeMounts': ['mountPath'],
  'DaemonSetStatus.conditions': ['type'],
  'DeploymentStatus.conditions': ['type'],
  'JobStatus.conditions': ['type'],
  'NamespaceStatus.conditions': ['type'],
  'NodeStatus.addresses': ['type'],
  'NodeStatus.conditions': ['type'],
  'ObjectMeta.ownerReferences': ['uid'],
  'PersistentVolumeClaimStatus.conditions': ['type'],
  'PodDisruptionBudgetStatus.conditions': ['type'],
  'PodSpec.containers': ['name'],
  'PodSpec.ephemeralContainers': ['name'],
  'PodSpec.hostAliases': ['ip'],
  'PodSpec.imagePullSecrets': ['name'],
  'PodSpec.initContainers': ['name'],
  'PodSpec.resourceClaims': ['name'],
  'PodSpec.schedulingGates': ['name'],
  'PodSpec.topologySpreadConstraints': ['topologyKey', 'whenUnsatisfiable'],
  'PodSpec.volumes': ['name'],
  'PodStatus.conditions': ['type'],
  'PodStatus.hostIPs': ['ip'],
  'PodStatus.podIPs': ['ip'],
  'PodStatus.resourceClaimStatuses': ['name'],
  'ReplicaSetStatus.conditions': ['type'],
  'ResourceRequirements.claims': ['name'],
  'ServiceAccount.secrets': ['name'],
  'ServiceSpec.ports': ['port', 'protocol'],
  'ServiceStatus.conditions': ['type'],
  'StatefulSetStatus.conditions': ['type'],
  'V2HorizontalPodAutoscalerStatus.conditions': ['type'],
  'CustomResourceDefinitionStatus.conditions': ['type'],
  'JSONSchemaProps.x-kubernetes-validations': ['rule'],
};

/** Lists of scalars without repetition. */
export const SETS: ReadonlySet<string> = new Set([
  'ObjectMeta.finalizers',
  'Endpoint.addresses',
  'NodeSpec.podCIDRs',
  'PersistentVolumeStatus.finalizers',
]);

/** Merged item by item by server-side apply, replaced by strategic merge. */
export const APPLY_ONLY_LISTS: ReadonlySet<string> = new Set([
  'CustomResourceDefinitionStatus.conditions',
  'JSONSchemaProps.x-kubernetes-validations',
  'EphemeralContainer.ports',
  'Endpoint.addresses',
]);

/** Structs with one owner for the whole. */
export const ATOMIC_STRUCTS: ReadonlySet<string> = new Set([
  'ConfigMapKeySelector',
  'LabelSelector',
  'LocalObjectReference',
  'NodeSelector',
  'NodeSelectorTerm',
  'ObjectFieldSelector',
  'ObjectReference',
  'OwnerReference',
  'ResourceFieldSelector',
  'ScopeSelector',
  'SecretKeySelector',
  'SecretReference',
  'TopologySelectorTerm',
  'TypedLocalObjectReference',
]);

/** Maps with one owner for the whole. */
export const ATOMIC_MAPS: ReadonlySet<string> = new Set(['PodSpec.nodeSelector', 'ServiceSpec.selector']);

/** Fields whose strategic patches drop what they do not keep. */
export const RETAINED_KEYS: ReadonlySet<string> = new Set(['DeploymentStrategy', 'Volume']);

/** Fields (or the values of maps) that are quantities, which are stored in canonical form. */
export const QUANTITIES: ReadonlySet<string> = new Set([
  'ContainerStatus.allocatedResources',
  'EmptyDirVolumeSource.sizeLimit',
  'LimitRangeItem.default',
  'LimitRangeItem.defaultRequest',
  'LimitRangeItem.max',
  'LimitRangeItem.maxLimitRequestRatio',
  'LimitRangeItem.min',
  'NodeStatus.allocatable',
  'NodeStatus.capacity',
  'PersistentVolumeClaimStatus.allocatedResources',
  'PersistentVolumeClaimStatus.capacity',
  'PersistentVolumeSpec.capacity',
  'PodSpec.overhead',
  'ResourceFieldSelector.divisor',
  'ResourceQuotaSpec.hard',
  'ResourceQuotaStatus.hard',
  'ResourceQuotaStatus.used',
  'ResourceRequirements.limits',
  'ResourceRequirements.requests',
  'V2MetricTarget.averageValue',
  'V2MetricTarget.value',
  'V2MetricValueStatus.averageValue',
  'V2MetricValueStatus.value',
  'VolumeResourceRequirements.limits',
  'VolumeResourceRequirements.requests',
]);
