/** @module Says whose a child is, before anything is done to it. */
import { databaseManagers, KIND } from '../api/database-manager.ts';
import { controllerOf, type KubeObject, type OwnerReference } from '../kube/object.ts';
import type { Instance } from './instance.ts';
import { INSTANCE_LABEL, MANAGED_BY_LABEL, MANAGER } from './labels.ts';

/**
 * - `ours`: controlled by this instance.
 * - `unowned`: nobody controls it, and its labels say that it is this instance's: retained, or orphaned.
 * - `predecessor`: controlled by a deleted instance of the same name; the garbage collector will remove it.
 * - `foreign`: anything else. Never touched.
 */
export type Ownership = 'ours' | 'unowned' | 'predecessor' | 'foreign';

/** Whose `child` is, as seen from `instance`. */
export function ownershipOf(child: KubeObject, instance: Instance): Ownership {
  const controller = controllerOf(child);
  if (controller === undefined) return isLabelled(child, instance) ? 'unowned' : 'foreign';
  if (controller.uid === instance.uid) return 'ours';
  return isOfName(controller, instance) ? 'predecessor' : 'foreign';
}

function isLabelled({ metadata: { labels = {} } }: KubeObject, instance: Instance): boolean {
  return labels[MANAGED_BY_LABEL] === MANAGER && labels[INSTANCE_LABEL] === instance.labels[INSTANCE_LABEL];
}

function isOfName(controller: OwnerReference, { name }: Instance): boolean {
  const [group] = controller.apiVersion.split('/');
  return group === databaseManagers.group && controller.kind === KIND && controller.name === name;
}
