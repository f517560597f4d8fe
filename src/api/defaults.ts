/** @module What a DatabaseManager means where it says nothing: the schema's defaults and the computed ones. */
import type {
  DatabaseManager,
  DatabaseManagerSpec,
  DatabaseManagerSpecDefaulted,
} from './database-manager.ts';
import { isAbsent, isRecord } from './json-value.ts';
import { databaseManagerSchema } from './schema/database-manager-schema.ts';
import type { SchemaNode } from './schema/schema-node.ts';

/** The engines, by their name in `spec.dbtype`. */
export type DbType = NonNullable<DatabaseManagerSpec['dbtype']>;

/** A DatabaseManager whose fields with a default in the schema are all present. */
export type DefaultedDatabaseManager = DatabaseManager & {
  readonly spec: Required<Pick<DatabaseManagerSpec, DatabaseManagerSpecDefaulted>>;
};

/**
 * What `spec.version` means when absent. These never change: a newer one would upgrade running databases whose
 * owners asked for nothing.
 */
export const pinnedVersions: Readonly<Record<DbType, string>> = {
  mysql: '5.7',
  mariadb: '10.7.1',
  postgres: '17',
};

/**
 * The object as a server with the CRD would have stored it: defaults filled, nulls gone. The same object when
 * there is nothing to do. Invalid values stay as they are, so validate first; a missing spec counts as empty.
 */
export function withDefaults(dm: DatabaseManager): DefaultedDatabaseManager {
  const object = isRecord(dm.spec) ? dm : { ...dm, spec: {} };
  return fill(databaseManagerSchema, object) as DefaultedDatabaseManager;
}

/** The name of the Deployment and stem of the other children's names; '' for an object without any name. */
export function deploymentNameOf({ spec, metadata }: DatabaseManager): string {
  return spec.deploymentName ?? metadata.name ?? '';
}

/** The version of the engine that should run: the pinned one when spec names none. */
export function versionOf({ spec }: DatabaseManager): string {
  return spec.version ?? pinnedVersions[spec.dbtype ?? 'mysql'];
}

function fill(node: SchemaNode, value: unknown): unknown {
  if (Array.isArray(value)) return fillItems(node, value);
  if (!isRecord(value)) return value;
  const { properties = {}, additionalProperties } = node;
  const extraKeys = additionalProperties === undefined ? [] : Object.keys(value);
  const changes = new Map<string, unknown>();
  for (const key of new Set([...Object.keys(properties), ...extraKeys])) {
    const child = properties[key] ?? additionalProperties ?? {};
    const before = value[key];
    const after = isAbsent(before) ? child.default : fill(child, before);
    if (after !== before) changes.set(key, after);
  }
  return changes.size === 0 ? value : withChanges(value, changes);
}

function withChanges(value: Readonly<Record<string, unknown>>, changes: ReadonlyMap<string, unknown>) {
  const entries = Object.entries({ ...value, ...Object.fromEntries(changes) });
  return Object.fromEntries(entries.filter(([, entry]) => entry !== undefined));
}

function fillItems({ items }: SchemaNode, list: readonly unknown[]): readonly unknown[] {
  if (items === undefined) return list;
  const filled = list.map((item) => fill(items, item));
  return filled.some((item, index) => item !== list[index]) ? filled : list;
}
