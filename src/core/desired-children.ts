/** @module Pairs each desired child of an instance with the live one. */
import type { KubeObject } from '../kube/object.ts';
import type { Resource } from '../kube/resource.ts';
import {
  configMaps,
  deployments,
  persistentVolumeClaims,
  type Secret,
  secrets as secretResource,
  services,
} from '../kube/resources.ts';
import { withAppliedHash } from './applied-hash.ts';
import type { Instance } from './instance.ts';
import type { Observed } from './observed.ts';
import { configMapFor } from './resources/config-map.ts';
import { credentialsSecretFor, publicEntries, secretText } from './resources/credentials-secret.ts';
import { dataClaimFor } from './resources/data-claim.ts';
import { deploymentFor } from './resources/deployment.ts';
import { serviceFor } from './resources/service.ts';
import type { SecretSource } from './secret-source.ts';

/** A child that should be as `object` says. */
export interface DesiredChild {
  readonly resource: Resource;
  readonly object: KubeObject;
  readonly live: KubeObject | undefined;
  /** See ApplyAction. */
  readonly locked: boolean;
}

/**
 * In the order of writing: passwords before the volume they open, and the Deployment last, when everything that
 * its pods mount is there.
 */
export function desiredChildren(
  instance: Instance,
  observed: Observed,
  secrets: SecretSource,
): readonly DesiredChild[] {
  const { children } = observed;
  const config = configMapFor(instance);
  return [
    credentials(instance, observed, secrets),
    ...(config === undefined ? [] : [child(configMaps, config, children.config)]),
    child(services, serviceFor(instance), children.service),
    ...dataClaim(instance, observed),
    child(deployments, deploymentFor(instance, children.deployment), children.deployment),
  ];
}

function child<T extends KubeObject>(resource: Resource<T>, object: T, live: T | undefined): DesiredChild {
  return { resource, object: withAppliedHash(object), live, locked: false };
}

/** What the server chose for a claim is repeated, but no wish of dbm's: the hash leaves it out. */
function dataClaim(instance: Instance, { children }: Observed): readonly DesiredChild[] {
  const live = children.data;
  const object = dataClaimFor(instance, live);
  if (object === undefined) return [];
  const hashed = withAppliedHash(object, dataClaimFor(instance));
  return [{ resource: persistentVolumeClaims, object: hashed, live, locked: false }];
}

/** A hash of passwords is no one's business: of the values, only the public ones count. */
function credentials(instance: Instance, observed: Observed, secrets: SecretSource): DesiredChild {
  const { credentials: live } = observed.children;
  const reference = instance.spec.rootPasswordSecretRef;
  const rootPassword = reference && secretText(observed.rootPasswordSecret, reference.key);
  const object: Secret = credentialsSecretFor(instance, { live, rootPassword, secrets });
  const hashed = { ...object, data: publicEntries(object) };
  return { resource: secretResource, object: withAppliedHash(object, hashed), live, locked: true };
}
