/** @module Says before anything is stored that a name is taken, where the reconcile could only stall. */
import type { DatabaseManager } from '../../api/database-manager.ts';
import { type Instance, instanceOf } from '../../core/instance.ts';
import { ownershipOf } from '../../core/ownership.ts';
import type { Reader } from '../../kube/client.ts';
import { controllerOf, type KubeObject } from '../../kube/object.ts';
import type { Resource } from '../../kube/resource.ts';
import { deployments, services } from '../../kube/resources.ts';
import { isForbidden, isNotFound } from '../../kube/status-error.ts';
import { CliError } from '../errors/cli-error.ts';

/**
 * Rejects with a CliError when the Deployment or the Service that `dm` would have belongs to somebody else. What may
 * not be read is left to the reconcile, which never takes anything over.
 */
export async function requireFreeNames(
  reader: Reader,
  dm: DatabaseManager,
  signal: AbortSignal,
): Promise<void> {
  const instance = instanceOf(dm);
  const { deployment, service } = instance.names;
  await requireFree(reader, instance, { resource: deployments, name: deployment, signal });
  await requireFree(reader, instance, { resource: services, name: service, signal });
}

interface Wanted {
  readonly resource: Resource;
  readonly name: string;
  readonly signal: AbortSignal;
}

async function requireFree(reader: Reader, instance: Instance, wanted: Wanted): Promise<void> {
  const { resource, name, signal } = wanted;
  const { namespace } = instance;
  try {
    const found = await reader.get(resource, { namespace, name }, { signal });
    if (ownershipOf(found, instance) === 'foreign') throw taken(found, instance);
  } catch (error) {
    if (!isNotFound(error) && !isForbidden(error)) throw error;
  }
}

function taken(found: KubeObject, { name, namespace, engine }: Instance): CliError {
  const owner = controllerOf(found);
  const whose = owner === undefined ? 'is not managed by dbm' : `belongs to ${owner.kind} "${owner.name}"`;
  return new CliError(
    `databasemanager "${name}" was not created: ${found.kind} "${found.metadata.name}" in namespace ${namespace} ${whose}; ` +
      `give another name ("dbm create ${engine.dbtype} NAME") or another spec.deploymentName (--deployment-name)`,
    { reason: 'ResourceExists' },
  );
}
