/** @module A document of a manifest as a DatabaseManager that may be created. */
import { API_VERSION, type DatabaseManager, KIND } from '../../api/database-manager.ts';
import { validateDatabaseManager } from '../../api/validation.ts';
import { type FieldCause, UsageError } from '../errors/cli-error.ts';
import type { ManifestDocument } from './parse-documents.ts';
import { unknownFields } from './unknown-fields.ts';

/** Where objects go: `explicit` when the user said so with `-n`. */
export interface TargetNamespace {
  readonly name: string;
  readonly explicit: boolean;
}

/**
 * The DatabaseManager in a document, in its namespace, without what only a server writes. Throws a UsageError that
 * names the document and each wrong field when it is something else, or invalid.
 */
export function toDatabaseManager(
  { where, value }: ManifestDocument,
  namespace: TargetNamespace,
): DatabaseManager {
  refuseOtherKinds(value, where);
  const faults = [...unknownFields(value), ...validateDatabaseManager(value)];
  if (faults.length > 0) {
    throw new UsageError(`${where}: not a valid DatabaseManager`, {
      reason: 'Invalid',
      causes: faults.map(toCause),
    });
  }
  // Just validated.
  const { status: _status, ...object } = value as unknown as DatabaseManager;
  if (object.metadata.name === undefined) {
    throw new UsageError(
      `${where} has a generateName only: give it a metadata.name, by which dbm finds it again`,
    );
  }
  return { ...object, metadata: metadataOf(object, where, namespace) };
}

/** The message of a field error with the value that was found. */
export function toCause({
  field,
  value,
  message,
}: ReturnType<typeof validateDatabaseManager>[number]): FieldCause {
  const found =
    value === undefined ? '' : `, not ${typeof value === 'string' ? JSON.stringify(value) : value}`;
  return { field, message: `${message}${found}` };
}

function refuseOtherKinds({ apiVersion, kind }: ManifestDocument['value'], where: string): void {
  if (apiVersion === API_VERSION && kind === KIND) return;
  if (kind === undefined || apiVersion === undefined) {
    throw new UsageError(
      `${where} has no ${kind === undefined ? 'kind' : 'apiVersion'}: write ${API_VERSION} and ${KIND}`,
    );
  }
  const isMeant = String(kind).toLowerCase() === KIND.toLowerCase();
  const cure = isMeant ? `write apiVersion ${API_VERSION} and kind ${KIND}` : 'apply it with kubectl';
  throw new UsageError(
    `${where} is a ${String(kind)} (${String(apiVersion)}), not a ${KIND} (${API_VERSION}): ${cure}`,
  );
}

function metadataOf(
  { metadata }: Pick<DatabaseManager, 'metadata'>,
  where: string,
  { name, explicit }: TargetNamespace,
): DatabaseManager['metadata'] {
  if (explicit && metadata.namespace !== undefined && metadata.namespace !== name) {
    throw new UsageError(`${where} is for the namespace ${metadata.namespace}, but -n says ${name}`);
  }
  const {
    uid: _uid,
    resourceVersion: _resourceVersion,
    generation: _generation,
    creationTimestamp: _creationTimestamp,
    managedFields: _managedFields,
    ownerReferences: _ownerReferences,
    ...kept
  } = metadata;
  return { ...kept, namespace: metadata.namespace ?? name };
}
