/** @module Checks of whose the children are, and whether they are about to vanish. */
import type { KubeObject } from '../../kube/object.ts';
import type { Instance } from '../instance.ts';
import type { ObservedChildren } from '../observed.ts';
import { ownershipOf } from '../ownership.ts';
import { reasons, resourceExistsMessage } from '../reasons.ts';
import { type Halt, stalled, waiting } from './halt.ts';

/** An object of a child's name that is not the instance's is never touched, and half a database helps nobody. */
export function foreignChild(instance: Instance, children: ObservedChildren): Halt | undefined {
  const child = find(children, (object) => ownershipOf(object, instance) === 'foreign');
  return child && stalled(reasons.resourceExists, resourceExistsMessage(nameOf(child)));
}

/** Adopting a child of a deleted instance would lose it to the garbage collector a moment later. */
export function predecessorChild(instance: Instance, children: ObservedChildren): Halt | undefined {
  const child = find(children, (object) => ownershipOf(object, instance) === 'predecessor');
  if (child === undefined) return undefined;
  const whose = `belongs to the deleted DatabaseManager of the name ${instance.name}`;
  return waiting(
    reasons.waitingForGarbageCollection,
    `${child.kind} ${nameOf(child)} ${whose}: waiting until the garbage collector has removed it`,
  );
}

/** What is being deleted can be made anew only afterwards. */
export function terminatingChild(_instance: Instance, children: ObservedChildren): Halt | undefined {
  const child = find(children, (object) => object.metadata.deletionTimestamp !== undefined);
  return (
    child &&
    waiting(
      reasons.childTerminating,
      `${child.kind} ${nameOf(child)} is being deleted: waiting until it is gone`,
    )
  );
}

function find(children: ObservedChildren, wanted: (child: KubeObject) => boolean): KubeObject | undefined {
  const { deployment, service, credentials, config, data } = children;
  return [deployment, service, credentials, config, data].find(
    (child) => child !== undefined && wanted(child),
  );
}

function nameOf(child: KubeObject): string {
  return child.metadata.name ?? '';
}
