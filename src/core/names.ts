/** @module The names of an instance's children. */
import type { DatabaseManager } from '../api/database-manager.ts';
import { deploymentNameOf } from '../api/defaults.ts';

/** Names within the instance's namespace. */
export interface ChildNames {
  readonly deployment: string;
  readonly service: string;
  readonly credentials: string;
  readonly config: string;
  readonly data: string;
}

/** All begin with the name of the Deployment, whose 52 characters leave room for the suffixes. */
export function childNames(dm: DatabaseManager): ChildNames {
  const stem = deploymentNameOf(dm);
  return {
    deployment: stem,
    service: stem,
    credentials: `${stem}-credentials`,
    config: `${stem}-config`,
    data: `${stem}-data`,
  };
}
