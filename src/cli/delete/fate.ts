/** @module What goes and what stays when a DatabaseManager is deleted. */
import type { DatabaseManager } from '../../api/database-manager.ts';
import { childNames } from '../../core/names.ts';

/** Whether a volume with data goes with the object: nobody can bring it back. */
export function losesStoredData({ spec }: DatabaseManager): boolean {
  return spec.storage !== undefined && spec.deletionPolicy === 'Delete';
}

/** What people must know before it happens; `owned` are the parts that exist and go with it, as `Kind name`. */
export function describeFate(dm: DatabaseManager, owned: readonly string[]): string {
  const { name } = dm.metadata;
  const parts = owned.filter((part) => part !== `DatabaseManager ${name}` && !part.startsWith('Pod '));
  const goes = parts.length === 0 ? 'it has no parts.' : `${parts.join(', ')} and its pods go.`;
  return `${name}: ${goes}${fateOfData(dm)}`;
}

function fateOfData(dm: DatabaseManager): string {
  const { data, credentials } = childNames(dm);
  if (dm.spec.storage === undefined) return ' Its data are not stored: they go with the pods.';
  if (losesStoredData(dm)) return ' Its stored data are deleted for good (deletionPolicy Delete).';
  return ` PersistentVolumeClaim ${data} and Secret ${credentials} stay (deletionPolicy Retain).`;
}
