/** @module Every collection that objects of a namespace can be in. */
import type { Resource } from '../../kube/resource.ts';
import type { CustomResourceDefinition } from '../../kube/resources.ts';
import { BUILT_IN_KINDS } from '../kinds/built-in-kinds.ts';
import { fieldsOf, isFields, listOf } from '../values/fields.ts';

const BUILT_IN = BUILT_IN_KINDS.filter(
  ({ namespaced, conversion, verbs }) => namespaced && conversion === undefined && verbs.includes('list'),
);

/** In the version that is stored: one suffices to find every object. Custom ones first. */
export function namespacedResources(definitions: readonly CustomResourceDefinition[]): readonly Resource[] {
  return [...definitions.flatMap(resourcesOf), ...BUILT_IN];
}

function resourcesOf({ spec }: CustomResourceDefinition): readonly Resource[] {
  if (spec.scope !== 'Namespaced') return [];
  const { plural, kind } = fieldsOf(spec.names);
  return listOf(spec.versions)
    .filter(isFields)
    .filter(({ storage }) => storage === true)
    .map(({ name }) => ({
      group: String(spec.group),
      version: String(name),
      plural: String(plural),
      kind: String(kind),
      namespaced: true,
    }));
}
