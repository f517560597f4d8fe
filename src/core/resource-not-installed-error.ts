/** @module The cluster does not know DatabaseManagers. */
import { databaseManagers } from '../api/database-manager.ts';
import { resourceName } from '../kube/resource.ts';

/** The CRD is missing, or not served yet. */
export class ResourceNotInstalledError extends Error {
  override readonly name = 'ResourceNotInstalledError';

  constructor(options?: ErrorOptions) {
    super(`the cluster does not serve ${resourceName(databaseManagers)}: run "dbm install-crd"`, options);
  }
}
