/** @module Deletes the objects of a definition that is going away, then lets it go. */

import { type KubeObject, keyOf } from '../../kube/object.ts';
import type { Resource } from '../../kube/resource.ts';
import { customResourceDefinitions } from '../../kube/resources.ts';
import { fieldsOf, isFields, listOf } from '../values/fields.ts';
import type { SimulatedController } from '../world.ts';

/** Holds a definition until its objects are gone. */
export const CLEANUP_FINALIZER = 'customresourcecleanup.apiextensions.k8s.io';

/** Keys are names of definitions. */
export const definitionCleanup: SimulatedController = {
  name: 'definition-cleanup',
  concerns: ({ type, object, resource }) => {
    if (object.kind === 'CustomResourceDefinition') {
      return object.metadata.deletionTimestamp === undefined ? [] : [object.metadata.name ?? ''];
    }
    return type === 'DELETED' ? [`${resource.plural}.${resource.group}`] : [];
  },
  reconcile: (world, name) => {
    const definition = world.get(customResourceDefinitions, { name });
    const { deletionTimestamp, finalizers = [] } = definition?.metadata ?? {};
    if (
      definition === undefined ||
      deletionTimestamp === undefined ||
      !finalizers.includes(CLEANUP_FINALIZER)
    )
      return;
    const resource = resourceOf(definition.spec);
    for (const object of world.list(resource)) {
      if (object.metadata.deletionTimestamp === undefined) world.delete(resource, keyOf(object));
    }
    if (world.list(resource).length > 0) return;
    const rest = finalizers.filter((finalizer) => finalizer !== CLEANUP_FINALIZER);
    world.update(customResourceDefinitions, {
      ...definition,
      metadata: { ...definition.metadata, finalizers: rest },
    });
  },
};

function resourceOf(spec: Readonly<Record<string, unknown>>): Resource<KubeObject> {
  const { plural, kind } = fieldsOf(spec.names);
  const [version] = listOf(spec.versions).filter(isFields);
  return {
    group: String(spec.group),
    version: String(version?.name),
    plural: String(plural),
    kind: String(kind),
    namespaced: spec.scope === 'Namespaced',
  };
}
