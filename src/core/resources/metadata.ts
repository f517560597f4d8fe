/** @module The metadata that all children have in common. */
import type { ObjectMeta } from '../../kube/object.ts';
import type { Instance } from '../instance.ts';

/** Name, namespace, labels and the controller reference. */
export function ownedMetadata(instance: Instance, name: string): ObjectMeta {
  return { ...unownedMetadata(instance, name), ownerReferences: [instance.owner] };
}

/** The same for volume and credentials, which have no owner when they are to outlive the instance. */
export function keptMetadata(instance: Instance, name: string): ObjectMeta {
  return instance.retained ? unownedMetadata(instance, name) : ownedMetadata(instance, name);
}

function unownedMetadata({ namespace, labels }: Instance, name: string): ObjectMeta {
  return { name, namespace, labels };
}
