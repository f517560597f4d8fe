/** @module One sentence on how a database stands after a command has changed it. */
import type { DatabaseManager } from '../../api/database-manager.ts';
import { standingOf } from './standing.ts';

/** Where to connect when it is Ready; else what it waits for, and how to see it become Ready. */
export function standingNotice(dm: DatabaseManager): string {
  const { name } = dm.metadata;
  const { outcome, reason, message } = standingOf(dm);
  switch (outcome) {
    case 'converged':
      return `${name} is ready at ${dm.status?.endpoint}; its passwords are in the Secret ${dm.status?.credentialsSecret}.`;
    case 'suspended':
      return `${name} is suspended: nothing is done until spec.suspend is false.`;
    default:
      return `${name} is not ready yet (${reason}): ${message}. "dbm get -w" shows it become Ready.`;
  }
}
