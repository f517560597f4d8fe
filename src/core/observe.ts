/** @module Gathers an instance, its children and what they depend on into one value. */
import { type DatabaseManager, databaseManagers } from '../api/database-manager.ts';
import { validateDatabaseManager } from '../api/validation.ts';
import type { KubeObject, ObjectKey } from '../kube/object.ts';
import { controllerOf } from '../kube/object.ts';
import type { Resource } from '../kube/resource.ts';
import {
  configMaps,
  type Deployment,
  deployments,
  type Pod,
  persistentVolumeClaims,
  pods,
  type Secret,
  secrets,
  services,
} from '../kube/resources.ts';
import { isForbidden, isNotFound } from '../kube/status-error.ts';
import type { ReconcileDeps } from './deps.ts';
import { find } from './find.ts';
import { type Instance, instanceOf } from './instance.ts';
import { formatSelector } from './labels.ts';
import type { Observed, ObservedChildren } from './observed.ts';
import { isLate } from './progress.ts';
import { ResourceNotInstalledError } from './resource-not-installed-error.ts';

type Reading = Pick<ReconcileDeps, 'reader' | 'live' | 'now' | 'signal'>;

/** Pods looked at, at most: one is enough to tell what is wrong. */
const MAX_PODS = 20;

/**
 * Undefined when the instance does not exist. Rejects with a ResourceNotInstalledError when the cluster does not know
 * DatabaseManagers, and as the readers do.
 */
export async function observe(key: ObjectKey, deps: Reading): Promise<Observed | undefined> {
  const dm = await findInstance(key, deps);
  return dm && (await observeInstance(dm, deps));
}

async function observeInstance(dm: DatabaseManager, deps: Reading): Promise<Observed> {
  if (validateDatabaseManager(dm).length > 0) return await observeInvalid(dm, deps);
  const instance = instanceOf(dm);
  const [children, rootPasswordSecret] = await Promise.all([
    readChildren(instance, deps),
    readRootPasswordSecret(instance, deps),
  ]);
  return { dm, children, rootPasswordSecret, pods: await readLatePods(instance, children.deployment, deps) };
}

/** Both a missing object and a missing resource are answered with 404, but only the former names the object. */
async function findInstance(key: ObjectKey, deps: Reading): Promise<DatabaseManager | undefined> {
  try {
    return await deps.reader.get(databaseManagers, key, { signal: deps.signal });
  } catch (error) {
    if (!isNotFound(error)) throw error;
    if (error.status.details?.name === undefined) await assertInstalled(key, deps);
    return undefined;
  }
}

/** Only the Deployment that its status tells of: an invalid spec names nothing. */
async function observeInvalid(dm: DatabaseManager, deps: Reading): Promise<Observed> {
  const { namespace = 'default' } = dm.metadata;
  const name = dm.status?.deploymentName;
  const deployment =
    name === undefined ? undefined : await find(deps.reader, deployments, { namespace, name }, deps);
  return { dm, children: { deployment }, pods: [] };
}

async function readChildren(instance: Instance, deps: Reading): Promise<ObservedChildren> {
  const { names, namespace, spec } = instance;
  const read = <T extends KubeObject>(resource: Resource<T>, name: string) =>
    findForSure(resource, { namespace, name }, deps);
  const [deployment, service, credentials, config, data] = await Promise.all([
    read(deployments, names.deployment),
    read(services, names.service),
    read(secrets, names.credentials),
    spec.config === undefined
      ? find(deps.reader, configMaps, { namespace, name: names.config }, deps)
      : read(configMaps, names.config),
    spec.storage === undefined ? undefined : read(persistentVolumeClaims, names.data),
  ]);
  // A ConfigMap that is not wanted is of interest only when it is left from a time when it was.
  const isForeign = config !== undefined && controllerOf(config)?.uid !== instance.uid;
  return {
    deployment,
    service,
    credentials,
    config: spec.config === undefined && isForeign ? undefined : config,
    data,
  };
}

async function readRootPasswordSecret(
  { namespace, spec }: Instance,
  deps: Reading,
): Promise<Secret | undefined> {
  const name = spec.rootPasswordSecretRef?.name;
  if (name === undefined) return undefined;
  const key = { namespace, name };
  return await findForSure(secrets, key, deps);
}

/** A cache may hold dbm's own objects only: whether a name is free, the server must say before anything is made. */
async function findForSure<T extends KubeObject>(
  resource: Resource<T>,
  key: ObjectKey,
  deps: Reading,
): Promise<T | undefined> {
  const found = await find(deps.reader, resource, key, deps);
  if (found !== undefined || deps.reader === deps.live) return found;
  return await find(deps.live, resource, key, deps);
}

/** Pods explain why an instance is late. Without the right to list them the pass goes on. */
async function readLatePods(
  { namespace, selector, uid }: Instance,
  deployment: Deployment | undefined,
  { live, now, signal }: Reading,
): Promise<readonly Pod[]> {
  if (deployment === undefined || controllerOf(deployment)?.uid !== uid || !isLate(deployment, now()))
    return [];
  try {
    const list = await live.list(pods, {
      namespace,
      labelSelector: formatSelector(selector),
      limit: MAX_PODS,
      signal,
    });
    return list.items;
  } catch (error) {
    if (!isForbidden(error)) throw error;
    return [];
  }
}

/** A list fails only when the resource is missing. */
async function assertInstalled({ namespace }: ObjectKey, { live, signal }: Reading): Promise<void> {
  try {
    await live.list(databaseManagers, { namespace, limit: 1, signal });
  } catch (error) {
    if (isNotFound(error)) throw new ResourceNotInstalledError({ cause: error });
    throw error;
  }
}
