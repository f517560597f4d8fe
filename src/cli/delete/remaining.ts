/** @module What is still there of a deleted DatabaseManager. */
import { type DatabaseManager, databaseManagers } from '../../api/database-manager.ts';
import { childNames } from '../../core/names.ts';
import type { Reader } from '../../kube/client.ts';
import type { KubeObject } from '../../kube/object.ts';
import type { Resource } from '../../kube/resource.ts';
import {
  configMaps,
  deployments,
  persistentVolumeClaims,
  pods,
  secrets,
  services,
} from '../../kube/resources.ts';
import { isNotFound } from '../../kube/status-error.ts';

/**
 * The object itself and those of its children and pods that still exist, as `Kind name`. What stays on purpose has
 * no owner and is not counted; nor is what a namesake owns by now.
 */
export async function remainingOf(
  reader: Reader,
  dm: DatabaseManager,
  signal: AbortSignal,
): Promise<readonly string[]> {
  const { namespace = '', name = '', uid = '' } = dm.metadata;
  const names = childNames(dm);
  const look = async (resource: Resource, child: string, isOurs: (object: KubeObject) => boolean) => {
    try {
      const object = await reader.get(resource, { namespace, name: child }, { signal });
      return isOurs(object) ? [`${resource.kind} ${child}`] : [];
    } catch (error) {
      if (isNotFound(error)) return [];
      throw error;
    }
  };
  const owned = ({ metadata }: KubeObject) =>
    metadata.ownerReferences?.some((reference) => reference.uid === uid) ?? false;
  const found = await Promise.all([
    look(databaseManagers, name, ({ metadata }) => metadata.uid === uid),
    look(deployments, names.deployment, owned),
    look(services, names.service, owned),
    look(secrets, names.credentials, owned),
    look(configMaps, names.config, owned),
    look(persistentVolumeClaims, names.data, owned),
    podsOf(reader, dm, signal),
  ]);
  return found.flat();
}

/** Pods have no owner of ours, but the selector of the instance's last status. */
async function podsOf(reader: Reader, dm: DatabaseManager, signal: AbortSignal): Promise<readonly string[]> {
  const labelSelector = dm.status?.selector;
  if (labelSelector === undefined) return [];
  const { namespace } = dm.metadata;
  const { items } = await reader.list(pods, { namespace, labelSelector, limit: 50, signal });
  return items.map(({ metadata }) => `Pod ${metadata.name}`);
}
