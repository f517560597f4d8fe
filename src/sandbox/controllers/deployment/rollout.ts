/** @module One step of a Deployment's rollout: which ReplicaSet is made, grown or shrunk next. */
import { type Deployment, pods, type ReplicaSet } from '../../../kube/resources.ts';
import type { World } from '../../world.ts';
import { controlledBy } from '../ownership.ts';
import { maxSurge, maxUnavailable } from './fenceposts.ts';
import { createCurrent, type Sets, scaleSet, specReplicas, sum } from './replica-sets.ts';

/** Moves a RollingUpdate forward as far as the present availability permits. */
export function rollForward(world: World, deployment: Deployment, sets: Sets): void {
  const desired = deployment.spec?.replicas ?? 1;
  const total = sum(sets.all, specReplicas);
  const room = desired + maxSurge(deployment) - total;
  if (sets.current === undefined) {
    createCurrent(world, deployment, Math.max(0, Math.min(room, desired)));
    return;
  }
  const size = specReplicas(sets.current);
  const grown = size > desired ? desired : size + Math.max(0, Math.min(room, desired - size));
  if (!scaleSet(world, deployment, sets.current, grown)) shrinkOld(world, deployment, sets);
}

/** Empties the old sets, waits until their last pod is gone, then makes or fills the new one. */
export function recreate(world: World, deployment: Deployment, sets: Sets): void {
  for (const set of sets.old) if (specReplicas(set) > 0) scaleSet(world, deployment, set, 0);
  if (sets.old.some((set) => hasPods(world, set))) return;
  const desired = deployment.spec?.replicas ?? 1;
  if (sets.current === undefined) createCurrent(world, deployment, desired);
  else scaleSet(world, deployment, sets.current, desired);
}

function shrinkOld(world: World, deployment: Deployment, { current, old, all }: Sets): void {
  const oldPods = sum(old, specReplicas);
  if (oldPods === 0 || current === undefined) return;
  const minAvailable = (deployment.spec?.replicas ?? 1) - maxUnavailable(deployment);
  const newUnavailable = specReplicas(current) - available(current);
  const removable = sum(all, specReplicas) - minAvailable - newUnavailable;
  if (removable <= 0) return;
  const sizes = new Map(old.map((set) => [set, specReplicas(set)]));
  dropUnhealthy(sizes, removable);
  const surplus = sum(all, available) - minAvailable;
  dropHealthy(sizes, Math.max(0, surplus));
  for (const [set, size] of sizes) if (size !== specReplicas(set)) scaleSet(world, deployment, set, size);
}

/** Pods that were never available cost nothing to lose: they go first. */
function dropUnhealthy(sizes: Map<ReplicaSet, number>, limit: number): void {
  let left = limit;
  for (const [set, size] of sizes) {
    const drop = Math.min(left, size - available(set));
    if (drop <= 0) continue;
    sizes.set(set, size - drop);
    left -= drop;
  }
}

function dropHealthy(sizes: Map<ReplicaSet, number>, limit: number): void {
  let left = limit;
  for (const [set, size] of sizes) {
    const drop = Math.min(left, size);
    sizes.set(set, size - drop);
    left -= drop;
  }
}

function available(set: ReplicaSet): number {
  return set.status?.availableReplicas ?? 0;
}

function hasPods(world: World, set: ReplicaSet): boolean {
  return controlledBy(world, set, pods).some(
    ({ status }) => status?.phase !== 'Succeeded' && status?.phase !== 'Failed',
  );
}
