/** @module Everything that the CRD demands, checked again: old servers drop CEL rules, old objects predate them. */
import type { DatabaseManager } from './database-manager.ts';
import { withDefaults } from './defaults.ts';
import { isRecord } from './json-value.ts';
import { databaseManagerSchema } from './schema/database-manager-schema.ts';
import { checkChanges } from './validation/change-rules.ts';
import { establishedBy } from './validation/established.ts';
import { type FieldError, fieldError } from './validation/field-error.ts';
import { checkName } from './validation/name-rules.ts';
import { checkQuantities } from './validation/quantity-rules.ts';
import { checkSpecRules } from './validation/spec-rules.ts';
import { checkStructure } from './validation/structure.ts';

export { describeFieldError, type FieldError } from './validation/field-error.ts';

/**
 * The faults of an object, none when it is valid; total over any JSON value. The given status is not judged, since
 * dbm replaces it. Changes are judged against `previous` (the object as it was before), else against what the
 * object's own status says is running. Rules across fields are tried only when every field by itself is sound.
 */
export function validateDatabaseManager(dm: unknown, previous?: unknown): readonly FieldError[] {
  if (!isRecord(dm)) return [fieldError('', 'must be an object')];
  const { status: _observed, ...declared } = dm;
  const faults = [...checkName(dm), ...checkStructure(databaseManagerSchema, '', declared)];
  if (faults.length > 0) return faults;
  const sound = withDefaults(declared as unknown as DatabaseManager);
  return [
    ...checkSpecRules(sound.spec),
    ...checkQuantities(sound.spec),
    ...checkChanges(sound, establishedBy(dm, previous)),
  ];
}
