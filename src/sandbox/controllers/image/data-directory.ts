/** @module What is known of the data on a claimed volume: which server made it, and who has it open. */
import { keyOf } from '../../../kube/object.ts';
import { type Pod, persistentVolumeClaims } from '../../../kube/resources.ts';
import type { World } from '../../world.ts';
import { type PersistentVolume, persistentVolumes } from '../kinds.ts';
import { podsWithClaim } from '../pod-indexes.ts';
import type { DatabaseImage } from './catalogue.ts';
import type { Container } from './environment.ts';
import { mountAt, normalise } from './file-system.ts';

/** Which server made a data directory. Kept on the volume, as the files would be. */
export interface DataMark {
  readonly engine: DatabaseImage['engine'];
  readonly version: string;
}

/** A directory on a claimed volume: the claim's name and the folder in it. */
export interface DataPlace {
  readonly claim: string;
  readonly folder: string;
}

const DATA = 'sandbox.dbm/data';

/** Where the data directory is kept when it outlives the pod; undefined otherwise. */
export function dataPlace(pod: Pod, container: Container, dataDir: string): DataPlace | undefined {
  const mounted = mountAt(pod, container, dataDir);
  const claim = mounted?.volume.persistentVolumeClaim?.claimName;
  if (mounted === undefined || claim === undefined) return undefined;
  const below = normalise(dataDir).slice(mounted.path.length).replace(/^\//, '');
  const folder = [mounted.mount.subPath ?? '', below].filter((part) => part !== '').join('/');
  return { claim, folder };
}

/** Who made the data there; undefined while the directory is empty. */
export function readMark(world: World, pod: Pod, place: DataPlace): DataMark | undefined {
  const volume = volumeOf(world, pod, place);
  return volume === undefined ? undefined : marksOf(volume)[place.folder];
}

/** Records that `mark`'s server has initialised, or upgraded, the directory. */
export function writeMark(
  world: World,
  pod: Pod,
  { place, mark }: { place: DataPlace; mark: DataMark },
): void {
  const volume = volumeOf(world, pod, place);
  if (volume === undefined) return;
  const marks = JSON.stringify({ ...marksOf(volume), [place.folder]: mark });
  const annotations = { ...volume.metadata.annotations, [DATA]: marks };
  world.update(persistentVolumes, { ...volume, metadata: { ...volume.metadata, annotations } });
}

/** Whether another pod's running container has the same directory open. */
export function isLocked(
  world: World,
  pod: Pod,
  { container, dataDir }: { container: Container; dataDir: string },
): boolean {
  const place = dataPlace(pod, container, dataDir);
  if (place === undefined) return false;
  const claim = { namespace: pod.metadata.namespace ?? '', name: place.claim };
  return podsWithClaim(world, claim).some((other) => {
    if (other.metadata.uid === pod.metadata.uid) return false;
    return (other.spec?.containers ?? []).some((candidate) => {
      const theirs = isRunning(other, candidate) ? dataPlace(other, candidate, dataDir) : undefined;
      return theirs?.claim === place.claim && theirs.folder === place.folder;
    });
  });
}

function isRunning({ status }: Pod, { name }: Container): boolean {
  return status?.containerStatuses?.find((entry) => entry.name === name)?.state?.running !== undefined;
}

function volumeOf(world: World, pod: Pod, { claim }: DataPlace): PersistentVolume | undefined {
  const { namespace = '' } = keyOf(pod);
  const name = world.get(persistentVolumeClaims, { namespace, name: claim })?.spec?.volumeName;
  return name === undefined ? undefined : world.get(persistentVolumes, { name });
}

function marksOf({ metadata }: PersistentVolume): Readonly<Record<string, DataMark>> {
  const text = metadata.annotations?.[DATA];
  return text === undefined ? {} : (JSON.parse(text) as Record<string, DataMark>);
}
