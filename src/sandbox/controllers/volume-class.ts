/** @module Storage classes: which one a claim uses and when it is bound. */
import type { PersistentVolumeClaim } from '../../kube/resources.ts';
import type { World } from '../world.ts';
import { type StorageClass, storageClasses } from './kinds.ts';

export const DEFAULT_CLASS = 'standard';
export const DEFAULT_CLASS_ANNOTATION = 'storageclass.kubernetes.io/is-default-class';
export const PROVISIONER = 'sandbox.dbm/volumes';
export const SELECTED_NODE = 'volume.kubernetes.io/selected-node';

/** The class named, or the default when the claim names none; '' asks for no class. Undefined when there is none. */
export function classOf(world: World, claim: PersistentVolumeClaim): StorageClass | undefined {
  const name = claim.spec?.storageClassName;
  if (name !== undefined) return name === '' ? undefined : world.get(storageClasses, { name });
  return world
    .list(storageClasses)
    .find(({ metadata }) => metadata.annotations?.[DEFAULT_CLASS_ANNOTATION] === 'true');
}

/** Immediate unless the class says otherwise. */
export function bindingMode(
  world: World,
  claim: PersistentVolumeClaim,
): 'Immediate' | 'WaitForFirstConsumer' {
  const mode = classOf(world, claim)?.volumeBindingMode;
  return mode === 'WaitForFirstConsumer' ? mode : 'Immediate';
}
