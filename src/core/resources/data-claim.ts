/** @module The PersistentVolumeClaim that holds an instance's data. */
import type { PersistentVolumeClaim } from '../../kube/resources.ts';
import { DATA_ENGINE, DATA_VERSION } from '../annotations.ts';
import type { Instance } from '../instance.ts';
import { keptMetadata } from './metadata.ts';

/**
 * Undefined without storage. The storage class of a live claim is repeated, since the server chose it where the
 * spec did not, and giving it up again would be refused.
 */
export function dataClaimFor(
  instance: Instance,
  live?: PersistentVolumeClaim,
): PersistentVolumeClaim | undefined {
  const { engine, names, spec, version } = instance;
  const { storage } = spec;
  if (storage === undefined) return undefined;
  const storageClassName = live?.spec?.storageClassName ?? storage.storageClassName;
  const annotations = { [DATA_ENGINE]: engine.dbtype, [DATA_VERSION]: version };
  return {
    apiVersion: 'v1',
    kind: 'PersistentVolumeClaim',
    metadata: { ...keptMetadata(instance, names.data), annotations },
    spec: {
      accessModes: storage.accessModes ?? ['ReadWriteOnce'],
      ...(storageClassName === undefined ? {} : { storageClassName }),
      resources: { requests: { storage: String(storage.size) } },
    },
  };
}
