/** @module Who owns what: owner references as the built-in controllers write and read them. */
import { controllerOf, type KubeObject, keyOf, type OwnerReference } from '../../kube/object.ts';
import type { Resource } from '../../kube/resource.ts';
import type { World } from '../world.ts';

/** The reference that makes `owner` the controller of an object and lets foreground deletion wait for it. */
export function controllerReference(owner: KubeObject): OwnerReference {
  const { name = '', uid = '' } = owner.metadata;
  return {
    apiVersion: owner.apiVersion,
    kind: owner.kind,
    name,
    uid,
    controller: true,
    blockOwnerDeletion: true,
  };
}

/** The objects of one collection that `owner` controls, ordered as the world orders its dependents. */
export function controlledBy<T extends KubeObject>(
  world: World,
  owner: KubeObject,
  resource: Resource<T>,
): readonly T[] {
  const { uid = '' } = owner.metadata;
  return world
    .dependentsOf(uid)
    .filter((entry) => entry.resource.plural === resource.plural && entry.resource.group === resource.group)
    .filter(({ object }) => controllerOf(object)?.uid === uid)
    .flatMap(({ object }) => world.get(resource, keyOf(object)) ?? []);
}
