/** @module What of an existing instance may not change any more, as far as it is known. */
import { isRecord } from '../json-value.ts';

/** Facts about the instance as it was. An absent fact is not known, and then nothing is held against it. */
export interface Established {
  readonly dbtype?: string;
  readonly deploymentName?: string;
  /** `none`: the data are ephemeral. */
  readonly storage?: EstablishedStorage | 'none';
}

/** The volume as it was declared. */
export interface EstablishedStorage {
  readonly size?: string;
  readonly storageClassName?: string;
  readonly accessModes: readonly string[];
}

/**
 * Facts from the earlier version of the object and, where there is none, from the status that the object itself
 * carries: so a server that knows no CEL rules still cannot lead dbm to rename a running database.
 */
export function establishedBy(object: unknown, previous: unknown): Established {
  return isRecord(previous) ? factsOfPrevious(previous) : factsOfStatus(object);
}

function factsOfPrevious({ metadata, spec }: Readonly<Record<string, unknown>>): Established {
  if (!isRecord(spec)) return {};
  const name = isRecord(metadata) ? metadata.name : undefined;
  return {
    ...text('dbtype', spec.dbtype ?? 'mysql'),
    ...text('deploymentName', spec.deploymentName ?? name),
    storage: isRecord(spec.storage) ? storageFacts(spec.storage) : 'none',
  };
}

function storageFacts({ size, storageClassName, accessModes }: Readonly<Record<string, unknown>>) {
  const modes = Array.isArray(accessModes) ? accessModes.filter((mode) => typeof mode === 'string') : [];
  return {
    ...text('size', typeof size === 'number' ? String(size) : size),
    ...text('storageClassName', storageClassName),
    accessModes: modes.length === 0 ? ['ReadWriteOnce'] : modes,
  };
}

function factsOfStatus(object: unknown): Established {
  if (!isRecord(object) || !isRecord(object.status)) return {};
  return {
    ...text('dbtype', object.status.dbtype),
    ...text('deploymentName', object.status.deploymentName),
  };
}

function text<K extends string>(key: K, value: unknown): { readonly [P in K]?: string } {
  return typeof value === 'string' && value !== '' ? ({ [key]: value } as { [P in K]: string }) : {};
}
