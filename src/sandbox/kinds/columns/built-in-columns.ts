/** @module The columns people know from `kubectl get`, per built-in kind. */
import { formatLabelSelector, toLabelSelector } from '../../../kube/selectors.ts';
import {
  type Doc,
  type Fields,
  fieldsOf,
  getAt,
  isFields,
  listOf,
  numberOf,
  textOf,
} from '../../values/fields.ts';
import { ageOf } from '../human-duration.ts';
import type { Column } from '../kind.ts';
import { endpointsText, sliceAddresses, slicePorts } from './endpoints.ts';
import { podReadiness, podRestarts, podStatus } from './pod-status.ts';

type Cell = Column['cell'];

/** Beyond the name. None for kinds that show their creation time alone. */
export function columnsOf(group: string, kind: string): readonly Column[] {
  return COLUMNS[`${group}/${kind}`] ?? [];
}

const AGE = column('Age', ({ metadata }, now) => ageOf(metadata.creationTimestamp, now));

/** Events are not told apart by their names. */
const NAME_LAST: Column = { ...wide(text('Name', ['metadata', 'name'])), format: 'name' };

const COLUMNS: Readonly<Record<string, readonly Column[]>> = {
  '/ConfigMap': [number('Data', (doc) => sizeOf(doc.data) + sizeOf(doc.binaryData)), AGE],
  '/Secret': [text('Type', ['type']), number('Data', (doc) => sizeOf(doc.data)), AGE],
  '/ServiceAccount': [number('Secrets', (doc) => listOf(doc.secrets).length), AGE],
  '/Namespace': [text('Status', ['status', 'phase']), AGE],
  '/Pod': [
    column('Ready', podReadiness),
    column('Status', podStatus),
    number('Restarts', podRestarts),
    AGE,
    wide(column('IP', (doc) => getAt(doc, ['status', 'podIP']) ?? '<none>')),
    wide(column('Node', (doc) => getAt(doc, ['spec', 'nodeName']) ?? '<none>')),
  ],
  '/Service': [
    text('Type', ['spec', 'type']),
    column('Cluster-IP', (doc) => getAt(doc, ['spec', 'clusterIP']) ?? '<none>'),
    column('External-IP', externalIP),
    column('Port(s)', portsOf),
    AGE,
    wide(column('Selector', (doc) => labelsText(getAt(doc, ['spec', 'selector'])))),
  ],
  '/Endpoints': [column('Endpoints', endpointsText), AGE],
  '/Event': [
    column('Last Seen', (doc, now) =>
      ageOf(doc.lastTimestamp ?? doc.eventTime ?? doc.metadata.creationTimestamp, now),
    ),
    text('Type', ['type']),
    text('Reason', ['reason']),
    column('Object', (doc) => objectText(doc.involvedObject)),
    text('Message', ['message']),
    NAME_LAST,
  ],
  '/PersistentVolumeClaim': [
    text('Status', ['status', 'phase']),
    text('Volume', ['spec', 'volumeName']),
    text('Capacity', ['status', 'capacity', 'storage']),
    column('Access Modes', (doc) =>
      listOf(getAt(doc, ['spec', 'accessModes']))
        .map(shortMode)
        .join(','),
    ),
    text('StorageClass', ['spec', 'storageClassName']),
    AGE,
    wide(text('VolumeMode', ['spec', 'volumeMode'])),
  ],
  'apps/Deployment': [
    column(
      'Ready',
      (doc) => `${count(doc, ['status', 'readyReplicas'])}/${count(doc, ['spec', 'replicas'])}`,
    ),
    number('Up-to-date', (doc) => count(doc, ['status', 'updatedReplicas'])),
    number('Available', (doc) => count(doc, ['status', 'availableReplicas'])),
    AGE,
    ...workloadDetails(),
  ],
  'apps/ReplicaSet': [
    number('Desired', (doc) => count(doc, ['spec', 'replicas'])),
    number('Current', (doc) => count(doc, ['status', 'replicas'])),
    number('Ready', (doc) => count(doc, ['status', 'readyReplicas'])),
    AGE,
    ...workloadDetails(),
  ],
  'apps/StatefulSet': [
    column(
      'Ready',
      (doc) => `${count(doc, ['status', 'readyReplicas'])}/${count(doc, ['spec', 'replicas'])}`,
    ),
    AGE,
  ],
  'coordination.k8s.io/Lease': [text('Holder', ['spec', 'holderIdentity']), AGE],
  'discovery.k8s.io/EndpointSlice': [
    text('AddressType', ['addressType']),
    column('Ports', slicePorts),
    column('Endpoints', sliceAddresses),
    AGE,
  ],
  'events.k8s.io/Event': [
    column('Last Seen', (doc, now) =>
      ageOf(doc.deprecatedLastTimestamp ?? doc.eventTime ?? doc.metadata.creationTimestamp, now),
    ),
    text('Type', ['type']),
    text('Reason', ['reason']),
    column('Object', (doc) => objectText(doc.regarding)),
    text('Message', ['note']),
    NAME_LAST,
  ],
  'storage.k8s.io/StorageClass': [
    text('Provisioner', ['provisioner']),
    text('ReclaimPolicy', ['reclaimPolicy']),
    text('VolumeBindingMode', ['volumeBindingMode']),
    column('AllowVolumeExpansion', (doc) => doc.allowVolumeExpansion === true),
    AGE,
  ],
};

function column(name: string, cell: Cell): Column {
  return { name, type: 'string', format: '', description: '', priority: 0, cell };
}

function number(name: string, cell: Cell): Column {
  return { ...column(name, cell), type: 'integer' };
}

function text(name: string, path: readonly string[]): Column {
  return column(name, (doc) => textOf(getAt(doc, path)) ?? '');
}

function wide(shown: Column): Column {
  return { ...shown, priority: 1 };
}

function workloadDetails(): readonly Column[] {
  const containers = (doc: Doc) =>
    listOf(getAt(doc, ['spec', 'template', 'spec', 'containers'])).filter(isFields);
  return [
    wide(
      column('Containers', (doc) =>
        containers(doc)
          .map((container) => String(container.name))
          .join(','),
      ),
    ),
    wide(
      column('Images', (doc) =>
        containers(doc)
          .map((container) => String(container.image))
          .join(','),
      ),
    ),
    wide(
      column('Selector', (doc) =>
        formatLabelSelector(toLabelSelector(fieldsOf(getAt(doc, ['spec', 'selector'])))),
      ),
    ),
  ];
}

function count(doc: Doc, path: readonly string[]): number {
  return numberOf(getAt(doc, path)) ?? 0;
}

function sizeOf(value: unknown): number {
  return Object.keys(fieldsOf(value)).length;
}

function externalIP(doc: Doc): string {
  const type = getAt(doc, ['spec', 'type']);
  if (type === 'ExternalName') return textOf(getAt(doc, ['spec', 'externalName'])) ?? '<none>';
  const addresses = listOf(getAt(doc, ['spec', 'externalIPs'])).map(String);
  if (addresses.length > 0) return addresses.join(',');
  return type === 'LoadBalancer' ? '<pending>' : '<none>';
}

function portsOf(doc: Doc): string {
  const ports = listOf(getAt(doc, ['spec', 'ports'])).filter(isFields);
  const shown = ports.map(({ port, nodePort, protocol }: Fields) =>
    nodePort === undefined
      ? `${String(port)}/${String(protocol)}`
      : `${String(port)}:${String(nodePort)}/${String(protocol)}`,
  );
  return shown.length === 0 ? '<none>' : shown.join(',');
}

function labelsText(labels: unknown): string {
  const parts = Object.entries(fieldsOf(labels)).map(([name, value]) => `${name}=${String(value)}`);
  return parts.length === 0 ? '<none>' : parts.join(',');
}

function objectText(reference: unknown): string {
  const { kind, name } = fieldsOf(reference);
  return `${String(kind ?? '').toLowerCase()}/${String(name ?? '')}`;
}

const SHORT_MODES: Readonly<Record<string, string>> = {
  ReadWriteOnce: 'RWO',
  ReadOnlyMany: 'ROX',
  ReadWriteMany: 'RWX',
  ReadWriteOncePod: 'RWOP',
};

function shortMode(mode: unknown): string {
  return SHORT_MODES[String(mode)] ?? String(mode);
}
