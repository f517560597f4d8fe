/** @module DatabaseManagers as a table: the columns that kubectl shows too. */
import { findCondition } from '../../api/conditions.ts';
import type { DatabaseManager } from '../../api/database-manager.ts';
import { deploymentNameOf, versionOf, withDefaults } from '../../api/defaults.ts';
import { imageOf } from '../../core/engines/catalogue.ts';
import { formatAge } from './age.ts';
import type { Palette } from './colour.ts';
import { type Column, formatTable } from './table.ts';

export interface DatabasesTableOptions {
  /** Milliseconds since 1970, for ages. */
  readonly now: number;
  readonly palette: Palette;
  /** A first column with the namespace. */
  readonly withNamespace?: boolean;
  /** Image, endpoint and Deployment too. */
  readonly wide?: boolean;
  /** Default true. */
  readonly headings?: boolean;
  /** See {@link formatTable}. */
  readonly widths?: number[];
}

/** One line per object, in the given order. */
export function formatDatabases(items: readonly DatabaseManager[], options: DatabasesTableOptions): string {
  const { withNamespace = false, wide = false, headings = true, widths = [] } = options;
  const columns = [
    ...(withNamespace ? [column('NAMESPACE', ({ metadata }) => metadata.namespace ?? '')] : []),
    ...commonColumns(options),
    ...(wide ? wideColumns : []),
  ];
  // An old, permissive CRD may have let objects in that lack even their spec.
  return formatTable(columns, items.map(withDefaults), { headings, widths });
}

/** Ready's reason: what `kubectl get` shows as STATUS. `Pending` until the first pass. */
function statusOf({ status, metadata }: DatabaseManager): string {
  if (metadata.deletionTimestamp !== undefined) return 'Terminating';
  return findCondition(status?.conditions, 'Ready')?.reason ?? 'Pending';
}

function commonColumns({ now, palette }: DatabasesTableOptions): readonly Column<DatabaseManager>[] {
  return [
    column('NAME', ({ metadata }) => metadata.name ?? ''),
    column('TYPE', ({ spec }) => spec.dbtype ?? 'mysql'),
    column('VERSION', (dm) => dm.status?.version ?? versionOf(dm)),
    column('DESIRED', ({ spec }) => String(spec.replicas ?? 1)),
    column('AVAILABLE', ({ status }) => String(status?.availableReplicas ?? 0)),
    column('READY', readyOf),
    { ...column('STATUS', statusOf), colour: (dm) => statusColour(dm, palette) },
    column('AGE', ({ metadata }) => formatAge(metadata.creationTimestamp, now)),
  ];
}

const wideColumns: readonly Column<DatabaseManager>[] = [
  column('IMAGE', (dm) => dm.status?.image ?? imageOf(dm)),
  column('ENDPOINT', ({ status }) => status?.endpoint ?? ''),
  column('DEPLOYMENT', (dm) => dm.status?.deploymentName ?? deploymentNameOf(dm)),
];

function column(heading: string, cell: (dm: DatabaseManager) => string): Column<DatabaseManager> {
  return { heading, cell };
}

function readyOf({ status }: DatabaseManager): string {
  return findCondition(status?.conditions, 'Ready')?.status ?? 'Unknown';
}

function statusColour(
  { status }: DatabaseManager,
  { green, red, yellow }: Palette,
): (text: string) => string {
  if (findCondition(status?.conditions, 'Stalled')?.status === 'True') return red;
  return findCondition(status?.conditions, 'Ready')?.status === 'True' ? green : yellow;
}
