/** @module Checks spec against the rules that concern more than one field, as the CRD's CEL rules do. */
import type { DatabaseManagerSpec } from '../database-manager.ts';
import type { DefaultedDatabaseManager } from '../defaults.ts';
import { fieldRules, specRules } from '../schema/rules.ts';
import type { ValidationRule } from '../schema/schema-node.ts';
import { type FieldError, fieldError } from './field-error.ts';

type Spec = DefaultedDatabaseManager['spec'];

interface Check {
  readonly rule: ValidationRule;
  readonly field: keyof DatabaseManagerSpec;
  readonly holds: (spec: Spec) => boolean;
}

const mysqlDatabases = ['mysql', 'sys', 'information_schema', 'performance_schema'];
const postgresDatabases = ['template0', 'template1'];

const checks: readonly Check[] = [
  {
    rule: specRules.storageNeedsOneReplica,
    field: 'storage',
    holds: ({ storage, replicas }) => storage === undefined || replicas === 1,
  },
  {
    rule: specRules.usernameNeedsDatabase,
    field: 'username',
    holds: ({ username, database }) => username === undefined || database !== undefined,
  },
  {
    rule: specRules.usernameIsNotRoot,
    field: 'username',
    holds: ({ dbtype, username }) => dbtype === 'postgres' || username !== 'root',
  },
  {
    rule: specRules.usernameIsNotReserved,
    field: 'username',
    holds: ({ dbtype, username }) => dbtype !== 'postgres' || username?.startsWith('pg_') !== true,
  },
  {
    rule: specRules.databaseIsNotSystem,
    field: 'database',
    holds: ({ dbtype, database }) =>
      database === undefined ||
      !(dbtype === 'postgres' ? postgresDatabases : mysqlDatabases).includes(database.toLowerCase()),
  },
  {
    rule: fieldRules.imageIsNotLatest,
    field: 'image',
    holds: ({ image }) => image?.endsWith(':latest') !== true,
  },
];

/** The rules that a structurally sound spec with its defaults breaks. */
export function checkSpecRules(spec: Spec): readonly FieldError[] {
  return checks
    .filter(({ holds }) => !holds(spec))
    .map(({ rule, field }) => fieldError(`spec.${field}`, rule.message, spec[field]));
}
