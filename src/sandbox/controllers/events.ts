/** @module Core events of the simulated components, repeated ones counted instead of stored again. */

import { formatTime } from '../../kube/micro-time.ts';
import type { KubeObject } from '../../kube/object.ts';
import { type CoreEvent, coreEvents } from '../../kube/resources.ts';
import type { World } from '../world.ts';
import { stableHash } from './stable-hash.ts';

/** What a component has to say about an object. */
export interface Note {
  readonly regarding: KubeObject;
  readonly type?: 'Normal' | 'Warning';
  readonly reason: string;
  readonly message: string;
  /** Who says it: `kubelet`, `deployment-controller` … */
  readonly component: string;
  /** The part of the object it is about: `spec.containers{db}`. */
  readonly fieldPath?: string;
  /** Says it once and then keeps quiet: for what is found again at every retry. */
  readonly once?: boolean;
}

/** Stores the event, or counts it when the same was said of the same object before. */
export function note(world: World, event: Note): void {
  const { name = '', namespace = 'default', uid = '' } = event.regarding.metadata;
  const { reason, message, type = 'Normal', component, fieldPath } = event;
  const id = stableHash([uid, reason, message, type, component, fieldPath]);
  const key = { namespace, name: `${name}.${id}` };
  const time = formatTime(world.now);
  const earlier = world.get(coreEvents, key);
  if (earlier !== undefined) {
    if (event.once === true) return;
    world.update(coreEvents, { ...earlier, count: (earlier.count ?? 1) + 1, lastTimestamp: time });
    return;
  }
  world.create(coreEvents, {
    apiVersion: 'v1',
    kind: 'Event',
    metadata: key,
    involvedObject: reference(event),
    reason,
    message,
    type,
    source: { component, ...(component === 'kubelet' ? { host: 'sandbox' } : {}) },
    firstTimestamp: time,
    lastTimestamp: time,
    count: 1,
    reportingComponent: component,
    reportingInstance: '',
  } satisfies CoreEvent);
}

function reference({ regarding, fieldPath }: Note): CoreEvent['involvedObject'] {
  const { name = '', namespace, uid = '', resourceVersion } = regarding.metadata;
  return {
    apiVersion: regarding.apiVersion,
    kind: regarding.kind,
    name,
    uid,
    ...(namespace === undefined ? {} : { namespace }),
    ...(resourceVersion === undefined ? {} : { resourceVersion }),
    ...(fieldPath === undefined ? {} : { fieldPath }),
  };
}
