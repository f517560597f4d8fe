/** @module The resource that dbm is about: its type and its collection. */
import type { KubeObject } from '../kube/object.ts';
import type { Resource } from '../kube/resource.ts';
import type { DatabaseManagerSpec, DatabaseManagerStatus } from './generated/types.ts';

export type * from './generated/types.ts';

/** apiVersion of every DatabaseManager. */
export const API_VERSION = 'coolops.cn/v1alpha1';

/** kind of every DatabaseManager. */
export const KIND = 'DatabaseManager';

/** A database that should run, and what was observed of it. Fields may lack their defaults: see withDefaults. */
export interface DatabaseManager extends KubeObject {
  readonly spec: DatabaseManagerSpec;
  readonly status?: DatabaseManagerStatus;
}

/** The collection. */
export const databaseManagers: Resource<DatabaseManager> = {
  group: 'coolops.cn',
  version: 'v1alpha1',
  plural: 'databasemanagers',
  kind: KIND,
  namespaced: true,
};
