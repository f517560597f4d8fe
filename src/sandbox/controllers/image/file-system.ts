/** @module What a container sees at a path: which volume is there, whether it may write, what a file holds. */
import type { Pod } from '../../../kube/resources.ts';
import type { World } from '../../world.ts';
import { type Container, configMapEntries, secretEntries } from './environment.ts';

export type Volume = NonNullable<NonNullable<Pod['spec']>['volumes']>[number];
type VolumeMount = NonNullable<Container['volumeMounts']>[number];

/** A mount with its volume. */
export interface Mounted {
  readonly mount: VolumeMount;
  readonly volume: Volume;
  /** Normalised. */
  readonly path: string;
}

/** What is at a path. */
export type FileContent =
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'absent' }
  | { readonly kind: 'denied' };

/** The mount that a path is in: the deepest one; undefined on the image's own file system. */
export function mountAt(pod: Pod, container: Container, path: string): Mounted | undefined {
  const wanted = normalise(path);
  const mounts = (container.volumeMounts ?? []).flatMap((mount): Mounted[] => {
    const volume = pod.spec?.volumes?.find(({ name }) => name === mount.name);
    return volume === undefined ? [] : [{ mount, volume, path: normalise(mount.mountPath) }];
  });
  return mounts
    .filter((entry) => wanted === entry.path || wanted.startsWith(`${entry.path}/`))
    .sort((a, b) => b.path.length - a.path.length)[0];
}

/** Why nothing can be written below `path`; undefined when it can. */
export function writeObstacle(pod: Pod, container: Container, path: string): string | undefined {
  const mounted = mountAt(pod, container, path);
  if (mounted === undefined) {
    return container.securityContext?.readOnlyRootFilesystem === true ? 'Read-only file system' : undefined;
  }
  const { volume, mount } = mounted;
  const readOnlyKind = volume.secret ?? volume.configMap ?? volume.projected ?? volume.downwardAPI;
  if (
    mount.readOnly === true ||
    readOnlyKind !== undefined ||
    volume.persistentVolumeClaim?.readOnly === true
  ) {
    return 'Read-only file system';
  }
  const groupCanWrite = pod.spec?.securityContext?.fsGroup !== undefined || runAsUser(pod, container) === 0;
  return volume.persistentVolumeClaim !== undefined && !groupCanWrite ? 'Permission denied' : undefined;
}

/** The uid that the container's command starts with, when the image's own user is root. */
export function runAsUser(pod: Pod, container: Container): number {
  return container.securityContext?.runAsUser ?? pod.spec?.securityContext?.runAsUser ?? 0;
}

/** Reads a file that a Secret or ConfigMap provides. */
export function readFile(
  world: World,
  pod: Pod,
  { container, path }: { container: Container; path: string },
): FileContent {
  const mounted = mountAt(pod, container, path);
  if (mounted === undefined) return { kind: 'absent' };
  const { mount, volume } = mounted;
  const below = normalise(path).slice(mounted.path.length).replace(/^\//, '');
  const file = [mount.subPath ?? '', below].filter((part) => part !== '').join('/');
  const text = filesOf(world, pod, volume).get(file);
  if (text === undefined) return { kind: 'absent' };
  return isReadable(pod, volume) ? { kind: 'text', text } : { kind: 'denied' };
}

/** `/var/run` is a link to `/run` in the images. */
export function normalise(path: string): string {
  const clean = path.replace(/\/+/g, '/').replace(/(.)\/$/, '$1');
  return clean === '/var/run' || clean.startsWith('/var/run/') ? clean.slice('/var'.length) : clean;
}

interface Projection {
  readonly entries: ReadonlyMap<string, string> | undefined;
  readonly items: readonly { readonly key: string; readonly path: string }[] | undefined;
}

function filesOf(world: World, pod: Pod, volume: Volume): ReadonlyMap<string, string> {
  const namespace = pod.metadata.namespace ?? '';
  const projections: Projection[] = [];
  const addSecret = (name = '', items: Projection['items']) =>
    projections.push({ entries: secretEntries(world, namespace, name), items });
  const addMap = (name = '', items: Projection['items']) =>
    projections.push({ entries: configMapEntries(world, namespace, name), items });
  if (volume.secret !== undefined) addSecret(volume.secret.secretName, volume.secret.items);
  if (volume.configMap !== undefined) addMap(volume.configMap.name, volume.configMap.items);
  for (const { secret, configMap } of volume.projected?.sources ?? []) {
    if (secret !== undefined) addSecret(secret.name, secret.items);
    if (configMap !== undefined) addMap(configMap.name, configMap.items);
  }
  return new Map(projections.flatMap((projection) => [...project(projection)]));
}

function project({ entries = new Map(), items }: Projection): ReadonlyMap<string, string> {
  if (items === undefined) return entries;
  return new Map(
    items.flatMap(({ key, path }) => {
      const text = entries.get(key);
      return text === undefined ? [] : [[path, text] as const];
    }),
  );
}

/** The servers read their files as uid 999: through fsGroup, or because everybody may. */
function isReadable(pod: Pod, volume: Volume): boolean {
  const mode =
    volume.secret?.defaultMode ?? volume.configMap?.defaultMode ?? volume.projected?.defaultMode ?? 0o644;
  return pod.spec?.securityContext?.fsGroup !== undefined || (mode & 0o004) !== 0;
}
