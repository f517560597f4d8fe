/** @module `/apis`: the groups and their versions. */
import type { ServedKind } from '../kinds/kind.ts';

interface GroupVersion {
  readonly groupVersion: string;
  readonly version: string;
}

/** One API group; its preferred version is the newest, stable before beta before alpha. */
export interface ApiGroup {
  readonly name: string;
  readonly versions: readonly GroupVersion[];
  readonly preferredVersion: GroupVersion;
}

/** All groups but the core one. */
export function groupList(kinds: readonly ServedKind[]) {
  const byGroup = Map.groupBy(
    kinds.filter(({ group }) => group !== ''),
    ({ group }) => group,
  );
  return {
    kind: 'APIGroupList',
    apiVersion: 'v1',
    groups: [...byGroup].flatMap(([name, of]) => toGroup(name, of)),
  };
}

/** The versions of a group's kinds, the preferred one first. */
export function versionsOf(kinds: readonly ServedKind[]): readonly string[] {
  return [...new Set(kinds.map(({ version }) => version))].sort(comparePriority);
}

function toGroup(name: string, kinds: readonly ServedKind[]): readonly ApiGroup[] {
  const versions = versionsOf(kinds).map((version) => ({ groupVersion: `${name}/${version}`, version }));
  const [preferredVersion] = versions;
  return preferredVersion === undefined ? [] : [{ name, versions, preferredVersion }];
}

/** Kubernetes' own order: v2, v1, v1beta2, v1beta1, v1alpha1, then anything else by name. */
function comparePriority(a: string, b: string): number {
  const [x, y] = [rankOf(a), rankOf(b)];
  if (x === undefined || y === undefined) {
    return x === y ? a.localeCompare(b) : x === undefined ? 1 : -1;
  }
  return y.stage - x.stage || y.major - x.major || y.minor - x.minor;
}

function rankOf(version: string) {
  const match = /^v(\d+)(?:(alpha|beta)(\d+))?$/.exec(version);
  if (match === null) return undefined;
  const stage = match[2] === undefined ? 3 : match[2] === 'beta' ? 2 : 1;
  return { stage, major: Number(match[1]), minor: Number(match[3] ?? '0') };
}
