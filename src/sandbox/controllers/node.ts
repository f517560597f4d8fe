/** @module The sandbox's only node and its default storage class, made with the first namespace. */

import { formatTime } from '../../kube/micro-time.ts';
import type { SimulatedController, World } from '../world.ts';
import { type Node, nodes, storageClasses } from './kinds.ts';
import { DEFAULT_CLASS, DEFAULT_CLASS_ANNOTATION, PROVISIONER } from './volume-class.ts';

export const NODE_NAME = 'sandbox';
/** An address set aside for documentation: nothing ever answers there. */
export const NODE_ADDRESS = '192.0.2.1';
export const NODE_LABELS = {
  'kubernetes.io/arch': 'amd64',
  'kubernetes.io/hostname': NODE_NAME,
  'kubernetes.io/os': 'linux',
};

const CAPACITY = { cpu: '64', memory: '256Gi', pods: '10000', 'ephemeral-storage': '1Ti' };

export const nodeController: SimulatedController = {
  name: 'node',
  concerns: ({ type, object }) => (type === 'ADDED' && object.kind === 'Namespace' ? [NODE_NAME] : []),
  reconcile(world) {
    if (world.get(nodes, { name: NODE_NAME }) === undefined) world.create(nodes, sandboxNode(world));
    if (world.get(storageClasses, { name: DEFAULT_CLASS }) === undefined) createDefaultClass(world);
  },
};

function sandboxNode({ now }: World): Node {
  const time = formatTime(now);
  return {
    apiVersion: 'v1',
    kind: 'Node',
    metadata: { name: NODE_NAME, labels: NODE_LABELS },
    spec: {},
    status: {
      addresses: [
        { type: 'InternalIP', address: NODE_ADDRESS },
        { type: 'Hostname', address: NODE_NAME },
      ],
      capacity: CAPACITY,
      allocatable: CAPACITY,
      conditions: [
        {
          type: 'Ready',
          status: 'True',
          reason: 'KubeletReady',
          message: 'the sandbox simulates this node',
          lastHeartbeatTime: time,
          lastTransitionTime: time,
        },
      ],
    },
  };
}

function createDefaultClass(world: World): void {
  world.create(storageClasses, {
    apiVersion: 'storage.k8s.io/v1',
    kind: 'StorageClass',
    metadata: { name: DEFAULT_CLASS, annotations: { [DEFAULT_CLASS_ANNOTATION]: 'true' } },
    provisioner: PROVISIONER,
    reclaimPolicy: 'Delete',
    volumeBindingMode: 'WaitForFirstConsumer',
    allowVolumeExpansion: true,
  });
}
