/** @module Decides whether a pod can go to the sandbox's only node. */

import { matchesLabels, toLabelSelector } from '../../../kube/label-selector.ts';
import { type PersistentVolumeClaim, type Pod, persistentVolumeClaims } from '../../../kube/resources.ts';
import type { World } from '../../world.ts';
import { NODE_LABELS, NODE_NAME } from '../node.ts';
import { bindingMode, SELECTED_NODE } from '../volume-class.ts';
import { claimsOf } from './claims.ts';

export type Placement =
  | { readonly kind: 'scheduled' }
  /** A claim is being bound to the node first. */
  | { readonly kind: 'binding' }
  | { readonly kind: 'unschedulable'; readonly message: string };

/** Looks at the node selector and the claims; asks for the binding of claims that waited for a consumer. */
export function place(world: World, pod: Pod): Placement {
  if (!matchesLabels(toLabelSelector({ matchLabels: pod.spec?.nodeSelector ?? {} }), NODE_LABELS)) {
    return unschedulable("0/1 nodes are available: 1 node(s) didn't match Pod's node affinity/selector.");
  }
  let binding = false;
  for (const name of claimsOf(pod)) {
    const claim = world.get(persistentVolumeClaims, { namespace: pod.metadata.namespace ?? '', name });
    if (claim === undefined)
      return unschedulable(`0/1 nodes are available: persistentvolumeclaim "${name}" not found.`);
    if (claim.metadata.deletionTimestamp !== undefined) {
      return unschedulable(`0/1 nodes are available: persistentvolumeclaim "${name}" is being deleted.`);
    }
    if (claim.status?.phase === 'Bound') continue;
    if (bindingMode(world, claim) !== 'WaitForFirstConsumer') {
      return unschedulable('0/1 nodes are available: pod has unbound immediate PersistentVolumeClaims.');
    }
    selectNode(world, claim);
    binding = true;
  }
  return { kind: binding ? 'binding' : 'scheduled' };
}

function selectNode(world: World, claim: PersistentVolumeClaim): void {
  const annotations = { ...claim.metadata.annotations, [SELECTED_NODE]: NODE_NAME };
  world.update(persistentVolumeClaims, { ...claim, metadata: { ...claim.metadata, annotations } });
}

function unschedulable(message: string): Placement {
  return { kind: 'unschedulable', message };
}
