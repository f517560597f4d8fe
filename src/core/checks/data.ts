/** @module Checks that keep existing data from harm. */
import { compareQuantities } from '../../kube/quantity.ts';
import { DATA_ENGINE, DATA_VERSION } from '../annotations.ts';
import type { Instance } from '../instance.ts';
import type { ObservedChildren } from '../observed.ts';
import { reasons } from '../reasons.ts';
import { hasOwnUser } from '../resources/volumes.ts';
import { type Halt, stalled } from './halt.ts';

/** No engine reads another's files. */
export function engineChanged({ engine }: Instance, { data }: ObservedChildren): Halt | undefined {
  const writer = data?.metadata.annotations?.[DATA_ENGINE];
  if (writer === undefined || writer === engine.dbtype) return undefined;
  return stalled(
    reasons.engineChanged,
    `PersistentVolumeClaim ${data?.metadata.name} holds data of ${writer}, which ${engine.dbtype} cannot read: set dbtype back, or use another name`,
  );
}

/** Downgrades, and upgrades that the server cannot make by itself. */
export function versionRefused({ engine, version }: Instance, { data }: ObservedChildren): Halt | undefined {
  const writer = data?.metadata.annotations?.[DATA_VERSION];
  const refusal = writer === undefined ? undefined : engine.moveRefusal(writer, version);
  return refusal === undefined ? undefined : stalled(reasons.versionRefused, refusal);
}

/** New passwords would not open old data. */
export function credentialsLost(
  instance: Instance,
  { data, credentials }: ObservedChildren,
): Halt | undefined {
  const known = instance.spec.rootPasswordSecretRef !== undefined && !hasOwnUser(instance);
  if (data === undefined || credentials !== undefined || known) return undefined;
  const { names } = instance;
  return stalled(
    reasons.credentialsLost,
    `PersistentVolumeClaim ${names.data} holds data, but their passwords are gone with Secret ${names.credentials}: restore the Secret, or delete the claim to start with an empty database`,
  );
}

/** Volumes grow only. */
export function storageCannotShrink({ names, spec }: Instance, { data }: ObservedChildren): Halt | undefined {
  const size = data?.spec?.resources?.requests?.storage;
  if (size === undefined || spec.storage === undefined) return undefined;
  const wanted = String(spec.storage.size);
  if (compareQuantities(wanted, size) >= 0) return undefined;
  return stalled(
    reasons.storageCannotShrink,
    `storage.size ${wanted} is less than the ${size} of PersistentVolumeClaim ${names.data}, and volumes cannot shrink: set it to ${size} or more`,
  );
}
