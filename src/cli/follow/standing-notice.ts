/** @module One sentence on how a database stands after a command has changed it. */
import type { DatabaseManager } from '../../api/database-manager.ts';
import { standingOf } from './standing.ts';

/** Where to connect when it is Ready; else what it waits for, and how to see it become Ready. */
export function standingNotice(dm: DatabaseManager): string {
  const { name } = dm.metadata;
  const { outcome, reason, message } = standingOf(dm);
  switch (outcome) {
    case 'converged':
      return `${name} is ready at ${dm.status?.endpoint}; passwords: Secret ${dm.status?.credentialsSecret}.`;
    case 'suspended':
      return `${name} is suspended: nothing is done until spec.suspend is false.`;
    default:
      return `${name} is not ready yet (${reason}): ${message}. "dbm reconcile --wait" follows it until it is.`;
  }
}
