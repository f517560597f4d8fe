/** @module How many objects of each kind an API server holds. */
import type { Client } from '../../kube/client.ts';

interface ResourceList {
  readonly resources: readonly {
    readonly name: string;
    readonly kind: string;
    readonly verbs: readonly string[];
  }[];
}

interface GroupList {
  readonly groups: readonly { readonly preferredVersion: { readonly groupVersion: string } }[];
}

/** Kind and count of everything that can be listed and has objects, in the order of kinds. */
export async function countObjects(
  client: Client,
  signal: AbortSignal,
): Promise<Readonly<Record<string, number>>> {
  const { groups } = (await client.raw('/apis', { signal })) as GroupList;
  const roots = [
    '/api/v1',
    ...groups.map(({ preferredVersion }) => `/apis/${preferredVersion.groupVersion}`),
  ];
  const counts = new Map<string, number>();
  for (const root of roots) {
    const { resources } = (await client.raw(root, { signal })) as ResourceList;
    for (const { name, kind, verbs } of resources) {
      if (name.includes('/') || !verbs.includes('list')) continue;
      const { items } = (await client.raw(`${root}/${name}`, { signal })) as {
        readonly items: readonly unknown[];
      };
      if (items.length > 0) counts.set(kind, items.length);
    }
  }
  return Object.fromEntries([...counts].toSorted(([a], [b]) => a.localeCompare(b)));
}
