/** @module Deletes an object as a client would: a pod on a node is given time to stop. */

import { formatTime } from '../../kube/micro-time.ts';
import { keyOf } from '../../kube/object.ts';
import { type Pod, pods } from '../../kube/resources.ts';
import type { StoredObject, World } from '../world.ts';

const DEFAULT_GRACE_SECONDS = 30;

/** Marks a pod that runs somewhere as terminating; hands everything else to the world at once. */
export function deleteGracefully(world: World, { resource, object }: StoredObject): void {
  const pod =
    resource.plural === 'pods' && resource.group === '' ? world.get(pods, keyOf(object)) : undefined;
  if (pod?.spec?.nodeName === undefined) world.delete(resource, keyOf(object));
  else if (pod.metadata.deletionTimestamp === undefined) world.update(pods, terminating(pod, world.now));
}

function terminating(pod: Pod, now: number): Pod {
  const grace = pod.spec?.terminationGracePeriodSeconds ?? DEFAULT_GRACE_SECONDS;
  return {
    ...pod,
    metadata: {
      ...pod.metadata,
      deletionTimestamp: formatTime(now + grace * 1000),
      // Zero would mean "gone already"; the pod controller decides when it is.
      deletionGracePeriodSeconds: Math.max(1, grace),
    },
  };
}
