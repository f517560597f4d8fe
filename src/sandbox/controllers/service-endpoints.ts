/** @module Endpoints and EndpointSlice of every Service with a selector: the addresses of its pods. */

import { formatKey, type KubeObject, keyOf, parseKey } from '../../kube/object.ts';
import { type Pod, type Service, services } from '../../kube/resources.ts';
import type { Change, SimulatedController, World } from '../world.ts';
import { type EndpointSlice, type Endpoints, endpointSlices, endpoints } from './kinds.ts';
import { controlledBy, controllerReference } from './ownership.ts';
import { isReady } from './pod/readiness.ts';
import { podsWithLabels } from './pod-indexes.ts';
import { servicesSelecting } from './service-selection.ts';

/** No name of a Service has it. */
const ANY = '*';

export const serviceEndpoints: SimulatedController = { name: 'service-endpoints', concerns, reconcile };

/** A pod concerns the Services that select its labels, or selected those it had: `namespace/*{"label":"value"}`. */
function concerns({ type, resource, object, previous }: Change): readonly string[] {
  switch (resource.plural) {
    case 'services':
      return [formatKey(keyOf(object))];
    case 'endpoints':
      return type === 'DELETED' ? [formatKey(keyOf(object))] : [];
    case 'pods': {
      if (type !== 'DELETED' && isSame({ ...object }, previous && { ...previous })) return [];
      const keys = [object, ...(previous === undefined ? [] : [previous])].map(keyOfLabels);
      return [...new Set(keys)];
    }
    default:
      return [];
  }
}

function keyOfLabels({ metadata: { namespace = '', labels = {} } }: KubeObject): string {
  return `${namespace}/${ANY}${JSON.stringify(labels)}`;
}

function reconcile(world: World, key: string): void {
  const [namespace = '', labels] = key.split(`/${ANY}`, 2);
  if (labels !== undefined) {
    const selecting = servicesSelecting(world, namespace, JSON.parse(labels) as Record<string, string>);
    for (const service of selecting) publish(world, service);
    return;
  }
  const service = world.get(services, parseKey(key));
  if (service === undefined) world.delete(endpoints, parseKey(key));
  else publish(world, service);
}

function publish(world: World, service: Service): void {
  const { selector = {}, type } = service.spec ?? {};
  if (Object.keys(selector).length === 0 || type === 'ExternalName') return;
  if (service.metadata.deletionTimestamp !== undefined) return;
  const selected = podsWithLabels(world, service.metadata.namespace ?? '', selector).filter(hasAddress);
  publishEndpoints(world, service, selected);
  publishSlice(world, service, selected);
}

function publishEndpoints(world: World, service: Service, selected: readonly Pod[]): void {
  const key = keyOf(service);
  const stored = world.get(endpoints, key);
  const subsets = subsetsOf(
    service,
    selected.filter(({ metadata }) => metadata.deletionTimestamp === undefined),
  );
  const { labels } = service.metadata;
  const next: Endpoints = {
    apiVersion: 'v1',
    kind: 'Endpoints',
    ...stored,
    metadata: { ...(stored?.metadata ?? key), ...(labels === undefined ? {} : { labels }) },
    subsets,
  };
  if (stored === undefined) world.create(endpoints, next);
  else world.update(endpoints, next);
}

function subsetsOf(service: Service, selected: readonly Pod[]): NonNullable<Endpoints['subsets']> {
  if (selected.length === 0) return [];
  const addresses = selected.filter(isReady).map(addressOf);
  const notReadyAddresses = selected.filter((pod) => !isReady(pod)).map(addressOf);
  const [first] = selected;
  const ports = portsOf(service, first);
  return [
    {
      ...(addresses.length === 0 ? {} : { addresses }),
      ...(notReadyAddresses.length === 0 ? {} : { notReadyAddresses }),
      ...(ports.length === 0 ? {} : { ports }),
    },
  ];
}

function publishSlice(world: World, service: Service, selected: readonly Pod[]): void {
  const { name = '', namespace = '' } = service.metadata;
  const [stored] = controlledBy(world, service, endpointSlices);
  const next: EndpointSlice = {
    apiVersion: 'discovery.k8s.io/v1',
    kind: 'EndpointSlice',
    ...stored,
    metadata: stored?.metadata ?? {
      generateName: `${name}-`,
      namespace,
      labels: {
        ...service.metadata.labels,
        'endpointslice.kubernetes.io/managed-by': 'endpointslice-controller.k8s.io',
        'kubernetes.io/service-name': name,
      },
      ownerReferences: [controllerReference(service)],
    },
    addressType: 'IPv4',
    endpoints: selected.map(sliceEntry),
    ports: selected.length === 0 ? [] : portsOf(service, selected[0]).map((port) => ({ name: '', ...port })),
  };
  if (stored === undefined) world.create(endpointSlices, next);
  else world.update(endpointSlices, next);
}

function sliceEntry(pod: Pod): NonNullable<EndpointSlice['endpoints']>[number] {
  const terminating = pod.metadata.deletionTimestamp !== undefined;
  const serving = isReady(pod);
  const { nodeName, targetRef } = addressOf(pod);
  return {
    addresses: [pod.status?.podIP ?? ''],
    conditions: { ready: serving && !terminating, serving, terminating },
    ...(nodeName === undefined ? {} : { nodeName }),
    ...(targetRef === undefined ? {} : { targetRef }),
  };
}

type Address = NonNullable<NonNullable<Endpoints['subsets']>[number]['addresses']>[number];

function addressOf({ metadata, spec, status }: Pod): Address {
  const { name = '', namespace = '', uid = '' } = metadata;
  return {
    ip: status?.podIP ?? '',
    ...(spec?.nodeName === undefined ? {} : { nodeName: spec.nodeName }),
    targetRef: { kind: 'Pod', name, namespace, uid },
  };
}

function portsOf(service: Service, pod: Pod | undefined) {
  return (service.spec?.ports ?? []).flatMap(({ name, port, protocol = 'TCP', targetPort }) => {
    const target = resolvePort(pod, targetPort ?? port);
    return target === undefined ? [] : [{ ...(name === undefined ? {} : { name }), port: target, protocol }];
  });
}

function resolvePort(pod: Pod | undefined, target: unknown): number | undefined {
  if (typeof target === 'number') return target;
  const ports = (pod?.spec?.containers ?? []).flatMap((container) => container.ports ?? []);
  return ports.find(({ name }) => name === target)?.containerPort;
}

function hasAddress({ status }: Pod): boolean {
  return status?.podIP !== undefined && status.phase !== 'Succeeded' && status.phase !== 'Failed';
}

function isSame(a: Pod, b: Pod | undefined): boolean {
  if (b === undefined) return a.status?.podIP === undefined;
  return (
    a.status?.podIP === b.status?.podIP &&
    isReady(a) === isReady(b) &&
    a.metadata.deletionTimestamp === b.metadata.deletionTimestamp &&
    JSON.stringify(a.metadata.labels) === JSON.stringify(b.metadata.labels)
  );
}
