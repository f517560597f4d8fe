/** @module `/api/v1` and `/apis/<group>/<version>`: the resources of one version. */
import type { ServedKind } from '../kinds/kind.ts';
import type { Fields } from '../values/fields.ts';

interface GroupVersion {
  readonly group: string;
  readonly version: string;
}

const SUBRESOURCE_VERBS = ['get', 'patch', 'update'];

/** Undefined when nothing is served under that version. */
export function resourceList(
  kinds: readonly ServedKind[],
  { group, version }: GroupVersion,
): Fields | undefined {
  const served = kinds.filter((kind) => kind.group === group && kind.version === version);
  if (served.length === 0) return undefined;
  return {
    kind: 'APIResourceList',
    apiVersion: 'v1',
    groupVersion: group === '' ? version : `${group}/${version}`,
    resources: served.flatMap(describe),
  };
}

function describe(kind: ServedKind): readonly Fields[] {
  const { plural, singular, namespaced, shortNames, categories } = kind;
  const main = {
    name: plural,
    singularName: singular,
    namespaced,
    kind: kind.kind,
    verbs: kind.verbs,
    ...(shortNames.length === 0 ? {} : { shortNames }),
    ...(categories.length === 0 ? {} : { categories }),
  };
  const sub = { singularName: '', namespaced, verbs: SUBRESOURCE_VERBS };
  return [
    main,
    ...(kind.hasStatus ? [{ ...sub, name: `${plural}/status`, kind: kind.kind }] : []),
    ...(kind.scale === undefined
      ? []
      : [{ ...sub, name: `${plural}/scale`, group: 'autoscaling', version: 'v1', kind: 'Scale' }]),
  ];
}
