/** @module What goes and what stays when a DatabaseManager is deleted. */
import type { DatabaseManager } from '../../api/database-manager.ts';
import { deploymentNameOf } from '../../api/defaults.ts';
import { childNames } from '../../core/names.ts';

/** The children's fate, as `Kind name`. */
export interface Fate {
  readonly goes: readonly string[];
  readonly stays: readonly string[];
  /** Whether a volume with data is among what goes. */
  readonly losesStoredData: boolean;
}

/** As owner references and deletionPolicy decide it. */
export function fateOf(dm: DatabaseManager): Fate {
  const names = childNames(dm);
  const { storage, config, deletionPolicy = 'Retain' } = dm.spec;
  const lasting = [
    ...(storage === undefined ? [] : [`PersistentVolumeClaim ${names.data}`]),
    `Secret ${names.credentials}`,
  ];
  const retained = storage !== undefined && deletionPolicy === 'Retain';
  return {
    goes: [
      `Deployment ${deploymentNameOf(dm)}`,
      `Service ${names.service}`,
      ...(config === undefined ? [] : [`ConfigMap ${names.config}`]),
      ...(retained ? [] : lasting),
    ],
    stays: retained ? lasting : [],
    losesStoredData: storage !== undefined && !retained,
  };
}

/** A sentence per thing that people must know before it happens. */
export function describeFate(dm: DatabaseManager): string {
  const { goes, stays, losesStoredData } = fateOf(dm);
  const { name } = dm.metadata;
  const data = dm.spec.storage === undefined ? ' Its data are not stored: they go with the pods.' : '';
  const lost = losesStoredData ? ' Its stored data are deleted for good (deletionPolicy Delete).' : '';
  const kept = stays.length === 0 ? '' : ` ${stays.join(' and ')} stay (deletionPolicy Retain).`;
  return `${name}: ${goes.join(', ')} go.${data}${lost}${kept}`;
}
