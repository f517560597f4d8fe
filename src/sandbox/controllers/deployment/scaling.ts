/** @module Spreads a changed size of a Deployment over its ReplicaSets, without moving a rollout. */
import type { Deployment, ReplicaSet } from '../../../kube/resources.ts';
import type { World } from '../../world.ts';
import { maxSurge } from './fenceposts.ts';
import { type Sets, scaleSet, sizedFor, sizedForMax, specReplicas, sum } from './replica-sets.ts';

/** Whether a set with pods was sized for another number than the Deployment now wants. */
export function isScaling(deployment: Deployment, { all }: Sets): boolean {
  return all.some((set) => {
    const size = sizedFor(set);
    return specReplicas(set) > 0 && size !== undefined && size !== (deployment.spec?.replicas ?? 1);
  });
}

/** One set takes the whole size; several during a rolling update share it in proportion. */
export function scale(world: World, deployment: Deployment, sets: Sets): void {
  const desired = deployment.spec?.replicas ?? 1;
  const active = sets.all.filter((set) => specReplicas(set) > 0);
  const [only] = active.length === 0 ? [sets.current ?? sets.all.at(-1)] : active;
  if (active.length <= 1) {
    if (only !== undefined) scaleSet(world, deployment, only, desired);
    return;
  }
  if (isSaturated(deployment, sets.current)) {
    for (const set of sets.old) if (specReplicas(set) > 0) scaleSet(world, deployment, set, 0);
    return;
  }
  if (deployment.spec?.strategy?.type !== 'Recreate') spread(world, deployment, active);
}

function isSaturated(deployment: Deployment, current: ReplicaSet | undefined): boolean {
  const desired = deployment.spec?.replicas ?? 1;
  return (
    current !== undefined &&
    specReplicas(current) === desired &&
    sizedFor(current) === desired &&
    (current.status?.availableReplicas ?? 0) === desired
  );
}

/** The largest set takes what rounding leaves over. */
function spread(world: World, deployment: Deployment, active: readonly ReplicaSet[]): void {
  const desired = deployment.spec?.replicas ?? 1;
  const allowed = desired > 0 ? desired + maxSurge(deployment) : 0;
  let left = allowed - sum(active, specReplicas);
  const bySize = [...active].sort((a, b) => specReplicas(b) - specReplicas(a));
  const sizes = bySize.map((set) => {
    const share =
      Math.round((specReplicas(set) * allowed) / (sizedForMax(set) ?? allowed)) - specReplicas(set);
    const change = left >= 0 ? Math.min(Math.max(share, 0), left) : Math.max(Math.min(share, 0), left);
    left -= change;
    return { set, size: specReplicas(set) + change };
  });
  sizes.forEach(({ set, size }, index) => {
    scaleSet(world, deployment, set, Math.max(0, index === 0 ? size + left : size));
  });
}
