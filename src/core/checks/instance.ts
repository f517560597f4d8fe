/** @module Checks of the instance itself. */
import type { DatabaseManager } from '../../api/database-manager.ts';
import { describeFieldError, validateDatabaseManager } from '../../api/validation.ts';
import type { Instance } from '../instance.ts';
import type { Observed } from '../observed.ts';
import { reasons } from '../reasons.ts';
import { secretText } from '../resources/credentials-secret.ts';
import { type Halt, stalled } from './halt.ts';

/** Children are collected with their owner: nothing is made for one that is going away. */
export function beingDeleted(dm: DatabaseManager): Halt | undefined {
  if (dm.metadata.deletionTimestamp === undefined) return undefined;
  return { kind: 'gone', reason: '', message: 'it is being deleted' };
}

/** Servers without CEL store what the CRD's rules forbid. */
export function invalidSpec(dm: DatabaseManager): Halt | undefined {
  const errors = validateDatabaseManager(dm);
  return errors.length === 0
    ? undefined
    : stalled(reasons.invalidSpec, errors.map(describeFieldError).join('; '));
}

/** Nothing is changed while the spec says so. */
export function suspended({ spec }: Instance): Halt | undefined {
  if (!spec.suspend) return undefined;
  return {
    kind: 'suspended',
    reason: reasons.suspended,
    message: 'spec.suspend is true: nothing is reconciled',
  };
}

/** Without its password the database could not start. */
export function rootPasswordMissing({ spec, namespace }: Instance, observed: Observed): Halt | undefined {
  const reference = spec.rootPasswordSecretRef;
  if (reference === undefined) return undefined;
  const { name, key } = reference;
  if (observed.rootPasswordSecret === undefined) {
    return stalled(
      reasons.secretNotFound,
      `Secret ${name} of rootPasswordSecretRef does not exist in namespace ${namespace}: create it with key ${key}`,
    );
  }
  if (secretText(observed.rootPasswordSecret, key) !== undefined) return undefined;
  return stalled(reasons.secretNotFound, `Secret ${name} of rootPasswordSecretRef has no key ${key}: add it`);
}
