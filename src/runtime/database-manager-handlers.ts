/** @module Which DatabaseManagers a change concerns. */
import { API_VERSION, type DatabaseManager, KIND } from '../api/database-manager.ts';
import { INSTANCE_LABEL, labelValue } from '../core/labels.ts';
import { controllerOf, formatKey, type KubeObject, keyOf } from '../kube/object.ts';
import type { IndexFunctions } from './cache/indexer.ts';
import type { ResourceEventHandler } from './cache/informer.ts';
import type { Lister } from './cache/lister.ts';
import type { RateLimitingQueue } from './workqueue/rate-limiting-queue.ts';

const BY_INSTANCE_LABEL = 'instance-label';

/** For the cache of DatabaseManagers: by what their children carry in the instance label. */
export const instanceIndices: IndexFunctions<DatabaseManager> = {
  [BY_INSTANCE_LABEL]: ({ metadata }) => [labelValue(metadata.name ?? '')],
};

/** For the caches of children. */
export const childIndices: IndexFunctions<KubeObject> = {
  owner: (object) => (object.metadata.ownerReferences ?? []).map(({ uid }) => uid),
};

/** Enqueues the DatabaseManager itself. */
export function instanceHandler(queue: RateLimitingQueue): ResourceEventHandler<DatabaseManager> {
  const key = (dm: DatabaseManager) => formatKey(keyOf(dm));
  return {
    onAdd: (dm, { initial }) => queue.add(key(dm), initial ? 'low' : 'normal'),
    onUpdate(before, after, { resync }) {
      // A failed key has an appointment already, which a resync must not bring forward.
      if (resync) return void (queue.numRequeues(key(after)) > 0 || queue.add(key(after), 'low'));
      // A new spec deserves a new chance: what failed before may be cured by it.
      if (before.metadata.generation !== after.metadata.generation) queue.forget(key(after));
      queue.add(key(after));
    },
    onDelete(dm) {
      queue.forget(key(dm));
      queue.add(key(dm));
    },
  };
}

/**
 * Enqueues the DatabaseManager that a child belongs to, if there is one: by its controller reference or, where
 * it has none (what outlives its instance), by its label. Starting and resyncing are the instances' own affair.
 */
export function childHandler(
  queue: RateLimitingQueue,
  instances: () => readonly Lister<DatabaseManager>[],
): ResourceEventHandler<KubeObject> {
  const enqueueOwner = (child: KubeObject) => {
    for (const lister of instances())
      for (const dm of ownersOf(child, lister)) queue.add(formatKey(keyOf(dm)));
  };
  return {
    onAdd: (child, { initial }) => void (initial || enqueueOwner(child)),
    onUpdate(before, after, { resync }) {
      if (resync) return;
      enqueueOwner(after);
      if (controllerOf(before)?.uid !== controllerOf(after)?.uid) enqueueOwner(before);
    },
    onDelete: enqueueOwner,
  };
}

function ownersOf(child: KubeObject, lister: Lister<DatabaseManager>): readonly DatabaseManager[] {
  const { namespace, labels = {} } = child.metadata;
  const controller = controllerOf(child);
  if (controller === undefined) {
    const label = labels[INSTANCE_LABEL];
    if (label === undefined) return [];
    return lister
      .byIndex(BY_INSTANCE_LABEL, label)
      .filter(({ metadata }) => metadata.namespace === namespace);
  }
  if (controller.kind !== KIND || !isOurGroup(controller.apiVersion)) return [];
  const key = namespace === undefined ? { name: controller.name } : { namespace, name: controller.name };
  const dm = lister.get(key);
  return dm === undefined ? [] : [dm];
}

/** Any version of the group: the reference may be older than this program. */
function isOurGroup(apiVersion: string): boolean {
  return apiVersion.split('/')[0] === API_VERSION.split('/')[0];
}
