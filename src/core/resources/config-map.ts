/** @module The ConfigMap that holds `spec.config`. */
import type { ConfigMap } from '../../kube/resources.ts';
import type { Instance } from '../instance.ts';
import { ownedMetadata } from './metadata.ts';

/** Undefined when the spec has no config. The one key is the name of the file in the container. */
export function configMapFor(instance: Instance): ConfigMap | undefined {
  const { config } = instance.spec;
  if (config === undefined) return undefined;
  return {
    apiVersion: 'v1',
    kind: 'ConfigMap',
    metadata: ownedMetadata(instance, instance.names.config),
    data: { [configFileName(instance)]: config },
  };
}

/** The last part of the path at which the engine reads its configuration. */
export function configFileName({ engine, version }: Instance): string {
  return engine.paths(version).configFile.split('/').at(-1) ?? '';
}
