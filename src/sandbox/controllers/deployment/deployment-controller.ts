/** @module The Deployment controller: one ReplicaSet per pod template, rolled out by the strategy. */
import { controllerOf, formatKey, keyOf, parseKey } from '../../../kube/object.ts';
import { type Deployment, deployments } from '../../../kube/resources.ts';
import type { Change, SimulatedController, World } from '../../world.ts';
import { observeSets, pruneHistory, REVISION, reviseSet } from './replica-sets.ts';
import { recreate, rollForward } from './rollout.ts';
import { isScaling, scale } from './scaling.ts';
import { deploymentStatus, progressDeadline } from './status.ts';

const NAME = 'deployment';

export const deploymentController: SimulatedController = { name: NAME, concerns, reconcile };

function concerns({ type, resource, object }: Change): readonly string[] {
  if (resource.plural === 'deployments' && resource.group === 'apps') return [formatKey(keyOf(object))];
  const { namespace = '', labels = {} } = object.metadata;
  const owner = controllerOf(object);
  if (owner?.kind === 'Deployment') return [formatKey({ namespace, name: owner.name })];
  // Recreate waits for the last old pod, whose ReplicaSet does not change any more when it goes.
  const hash = labels['pod-template-hash'];
  if (type !== 'DELETED' || owner?.kind !== 'ReplicaSet' || hash === undefined) return [];
  const end = owner.name.lastIndexOf(`-${hash}`);
  return end > 0 ? [formatKey({ namespace, name: owner.name.slice(0, end) })] : [];
}

function reconcile(world: World, key: string): void {
  const deployment = world.get(deployments, parseKey(key));
  if (deployment === undefined) return;
  const created = deployment.metadata.deletionTimestamp === undefined && step(world, deployment);
  const stepped = world.get(deployments, parseKey(key));
  if (stepped === undefined) return;
  const sets = observeSets(world, stepped);
  const reported = world.update(deployments, {
    ...stepped,
    status: deploymentStatus(stepped, sets, { now: world.now, created }),
  });
  const deadline = progressDeadline(reported);
  // Times are stored in whole seconds: a second later it has surely passed.
  if (deadline !== undefined) world.wakeAt(Math.max(deadline, world.now) + 1000, NAME, key);
}

/** Answers whether it made a new ReplicaSet. */
function step(world: World, deployment: Deployment): boolean {
  const sets = observeSets(world, deployment);
  if (deployment.spec?.paused === true || isScaling(deployment, sets)) scale(world, deployment, sets);
  else if (deployment.spec?.strategy?.type === 'Recreate') recreate(world, deployment, sets);
  else rollForward(world, deployment, sets);
  const after = observeSets(world, deployment);
  const revision = reviseSet(world, deployment, after);
  if (deployment.spec?.paused !== true) pruneHistory(world, deployment, after);
  if (revision > 0) writeRevision(world, deployment, revision);
  return sets.current === undefined && after.current !== undefined;
}

function writeRevision(world: World, deployment: Deployment, revision: number): void {
  const annotations = { ...deployment.metadata.annotations, [REVISION]: String(revision) };
  world.update(deployments, { ...deployment, metadata: { ...deployment.metadata, annotations } });
}
