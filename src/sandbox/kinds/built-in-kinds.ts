/** @module The catalogue of built-in kinds: one line each. */
import type { Resource } from '../../kube/resource.ts';
import { builtinType } from '../schema/builtin-schema.ts';
import { columnsOf } from './columns/built-in-columns.ts';
import { autoscalerConversion } from './conversions/autoscalers.ts';
import { eventConversion } from './conversions/events.ts';
import type { ServedKind } from './kind.ts';
import { rulesOf } from './rules/built-in-rules.ts';

/** What every collection offers; a few offer less. */
export const ALL_VERBS = [
  'create',
  'delete',
  'deletecollection',
  'get',
  'list',
  'patch',
  'update',
  'watch',
] as const;

interface Entry {
  /** Type in the generated table, where it is not the kind. */
  readonly type?: string;
  readonly short?: readonly string[];
  readonly all?: true;
  readonly status?: true;
  readonly generation?: true;
  readonly scale?: true;
  readonly store?: string;
  readonly conversion?: NonNullable<ServedKind['conversion']>;
  readonly verbs?: readonly string[];
}

type Line = readonly [groupVersion: string, plural: string, kind: string, entry?: Entry];

const NO_COLLECTION_DELETE = ALL_VERBS.filter((verb) => verb !== 'deletecollection');
const WORKLOAD: Entry = { all: true, status: true, generation: true };

const WORKLOAD_SCALE = {
  specReplicas: ['spec', 'replicas'],
  statusReplicas: ['status', 'replicas'],
  selector: ['spec', 'selector'],
};

const NAMESPACED: readonly Line[] = [
  ['v1', 'configmaps', 'ConfigMap', { short: ['cm'] }],
  ['v1', 'endpoints', 'Endpoints', { short: ['ep'] }],
  ['v1', 'events', 'Event', { short: ['ev'] }],
  ['v1', 'limitranges', 'LimitRange', { short: ['limits'] }],
  ['v1', 'persistentvolumeclaims', 'PersistentVolumeClaim', { short: ['pvc'], status: true }],
  ['v1', 'pods', 'Pod', { short: ['po'], all: true, status: true, generation: true }],
  ['v1', 'podtemplates', 'PodTemplate', {}],
  ['v1', 'resourcequotas', 'ResourceQuota', { short: ['quota'], status: true }],
  ['v1', 'secrets', 'Secret'],
  ['v1', 'serviceaccounts', 'ServiceAccount', { short: ['sa'] }],
  ['v1', 'services', 'Service', { short: ['svc'], all: true, status: true }],
  ['apps/v1', 'controllerrevisions', 'ControllerRevision'],
  ['apps/v1', 'daemonsets', 'DaemonSet', { ...WORKLOAD, short: ['ds'] }],
  ['apps/v1', 'deployments', 'Deployment', { ...WORKLOAD, short: ['deploy'], scale: true }],
  ['apps/v1', 'replicasets', 'ReplicaSet', { ...WORKLOAD, short: ['rs'], scale: true }],
  ['apps/v1', 'statefulsets', 'StatefulSet', { ...WORKLOAD, short: ['sts'], scale: true }],
  ['batch/v1', 'jobs', 'Job', WORKLOAD],
  [
    'autoscaling/v2',
    'horizontalpodautoscalers',
    'HorizontalPodAutoscaler',
    { type: 'V2HorizontalPodAutoscaler', short: ['hpa'], all: true, status: true },
  ],
  [
    'autoscaling/v1',
    'horizontalpodautoscalers',
    'HorizontalPodAutoscaler',
    { short: ['hpa'], all: true, status: true, conversion: autoscalerConversion },
  ],
  ['coordination.k8s.io/v1', 'leases', 'Lease'],
  ['discovery.k8s.io/v1', 'endpointslices', 'EndpointSlice'],
  [
    'events.k8s.io/v1',
    'events',
    'Event',
    { type: 'Events.Event', short: ['ev'], store: 'events', conversion: eventConversion },
  ],
  ['networking.k8s.io/v1', 'networkpolicies', 'NetworkPolicy', { short: ['netpol'], generation: true }],
  [
    'policy/v1',
    'poddisruptionbudgets',
    'PodDisruptionBudget',
    { short: ['pdb'], status: true, generation: true },
  ],
  ['rbac.authorization.k8s.io/v1', 'rolebindings', 'RoleBinding'],
  ['rbac.authorization.k8s.io/v1', 'roles', 'Role'],
];

const CLUSTER: readonly Line[] = [
  ['v1', 'namespaces', 'Namespace', { short: ['ns'], status: true, verbs: NO_COLLECTION_DELETE }],
  ['v1', 'nodes', 'Node', { short: ['no'], status: true }],
  ['v1', 'persistentvolumes', 'PersistentVolume', { short: ['pv'], status: true }],
  [
    'apiextensions.k8s.io/v1',
    'customresourcedefinitions',
    'CustomResourceDefinition',
    { short: ['crd', 'crds'], status: true, generation: true },
  ],
  ['authorization.k8s.io/v1', 'selfsubjectaccessreviews', 'SelfSubjectAccessReview', { verbs: ['create'] }],
  ['rbac.authorization.k8s.io/v1', 'clusterrolebindings', 'ClusterRoleBinding'],
  ['rbac.authorization.k8s.io/v1', 'clusterroles', 'ClusterRole'],
  ['scheduling.k8s.io/v1', 'priorityclasses', 'PriorityClass', { short: ['pc'] }],
  ['storage.k8s.io/v1', 'storageclasses', 'StorageClass', { short: ['sc'] }],
];

/** Every built-in collection, the preferred version of a group first. */
export const BUILT_IN_KINDS: readonly ServedKind[] = [
  ...NAMESPACED.map((line) => served(line, true)),
  ...CLUSTER.map((line) => served(line, false)),
];

const byPath = new Map(BUILT_IN_KINDS.map((kind) => [pathOf(kind), kind]));
/** The same constants are asked for again and again. */
const byIdentity = new WeakMap<object, ServedKind>();

/** The built-in collection a resource names; undefined for custom ones. */
export function builtInKind(
  resource: Pick<Resource, 'group' | 'version' | 'plural'>,
): ServedKind | undefined {
  const known = byIdentity.get(resource);
  if (known !== undefined) return known;
  const kind = byPath.get(pathOf(resource));
  if (kind !== undefined) byIdentity.set(resource, kind);
  return kind;
}

/** `apps/deployments`, `pods`: how the store names a collection. */
export function storeKeyOf({ group, plural }: Pick<Resource, 'group' | 'plural'>): string {
  return group === '' ? plural : `${group}/${plural}`;
}

function pathOf({ group, version, plural }: Pick<Resource, 'group' | 'version' | 'plural'>): string {
  return `${group}/${version}/${plural}`;
}

function served([groupVersion, plural, kind, entry = {}]: Line, namespaced: boolean): ServedKind {
  const [first = '', second] = groupVersion.split('/');
  const [group, version] = second === undefined ? ['', first] : [first, second];
  const { type = kind, short = [], verbs = ALL_VERBS, conversion } = entry;
  return {
    group,
    version,
    plural,
    kind,
    namespaced,
    singular: kind.toLowerCase(),
    listKind: `${kind}List`,
    shortNames: short,
    categories: entry.all === true ? ['all'] : [],
    verbs,
    storeKey: entry.store ?? storeKeyOf({ group, plural }),
    custom: false,
    hasGeneration: entry.generation === true,
    hasStatus: entry.status === true,
    get type() {
      return builtinType(type);
    },
    rules: rulesOf(group, kind),
    columns: columnsOf(group, kind),
    ...(conversion === undefined ? {} : { conversion }),
    ...(entry.scale === true ? { scale: WORKLOAD_SCALE } : {}),
  };
}
