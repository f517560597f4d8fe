/** @module Checks that an object changes nothing that its running database depends on. */
import { compareQuantities } from '../../kube/quantity.ts';
import type { DatabaseManagerStorage } from '../database-manager.ts';
import { type DefaultedDatabaseManager, deploymentNameOf } from '../defaults.ts';
import { fieldRules, objectRules, specRules } from '../schema/rules.ts';
import type { Established, EstablishedStorage } from './established.ts';
import { type FieldError, fieldError } from './field-error.ts';
import { isQuantity } from './quantity-rules.ts';

/** The changes against what is established that are not allowed. */
export function checkChanges(dm: DefaultedDatabaseManager, established: Established): readonly FieldError[] {
  const { dbtype, storage } = dm.spec;
  return [
    ...(isChanged(established.dbtype, dbtype)
      ? [fieldError('spec.dbtype', fieldRules.dbtypeIsImmutable.message, dbtype)]
      : []),
    ...checkDeploymentName(dm, established),
    ...checkStorage(storage, established.storage),
  ];
}

function checkDeploymentName(dm: DefaultedDatabaseManager, established: Established): readonly FieldError[] {
  const name = deploymentNameOf(dm);
  if (!isChanged(established.deploymentName, name)) return [];
  const message = `${objectRules.deploymentNameIsImmutable.message} (it was "${established.deploymentName}")`;
  return [fieldError('spec.deploymentName', message, name)];
}

function checkStorage(
  storage: DatabaseManagerStorage | undefined,
  established: Established['storage'],
): readonly FieldError[] {
  if (established === undefined) return [];
  if ((storage === undefined) !== (established === 'none')) {
    return [fieldError('spec.storage', specRules.storageStaysAsCreated.message)];
  }
  return storage === undefined || established === 'none' ? [] : checkVolume(storage, established);
}

function checkVolume(
  storage: DatabaseManagerStorage,
  established: EstablishedStorage,
): readonly FieldError[] {
  const { storageClassName, accessModes = [] } = storage;
  const modes = established.accessModes;
  return [
    ...checkSize(String(storage.size), established.size),
    ...(storageClassName === established.storageClassName
      ? []
      : [
          fieldError(
            'spec.storage.storageClassName',
            fieldRules.storageClassIsImmutable.message,
            storageClassName,
          ),
        ]),
    ...(accessModes.length === modes.length && accessModes.every((mode, index) => mode === modes[index])
      ? []
      : [fieldError('spec.storage.accessModes', fieldRules.accessModesAreImmutable.message)]),
  ];
}

function checkSize(size: string, before: string | undefined): readonly FieldError[] {
  if (before === undefined || !isQuantity(before) || compareQuantities(size, before) >= 0) return [];
  return [
    fieldError('spec.storage.size', `cannot shrink: write at least ${before}, what the volume has`, size),
  ];
}

function isChanged(before: string | undefined, now: string): boolean {
  return before !== undefined && before !== now;
}
