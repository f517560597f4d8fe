/** @module The children of an instance, as progress names them. */
import type { DatabaseManager } from '../../api/database-manager.ts';
import { childNames } from '../../core/names.ts';

/** Titles such as `Secret orders-credentials`. The Deployment is the one that takes its time. */
export interface ChildTitles {
  readonly deployment: string;
  /** All others that the spec asks for, in the order they are made. */
  readonly others: readonly string[];
}

/** The titles, without the namespace. */
export function childTitles(dm: DatabaseManager): ChildTitles {
  const names = childNames(dm);
  const { config, storage } = dm.spec;
  return {
    deployment: `Deployment ${names.deployment}`,
    others: [
      `Secret ${names.credentials}`,
      ...(config === undefined ? [] : [`ConfigMap ${names.config}`]),
      ...(storage === undefined ? [] : [`PersistentVolumeClaim ${names.data}`]),
      `Service ${names.service}`,
    ],
  };
}
