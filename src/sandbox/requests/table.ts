/** @module Table output: what kubectl asks for to print columns. */
import type { Column } from '../kinds/kind.ts';
import type { Doc, Fields } from '../values/fields.ts';
import type { Call } from './call.ts';

const NAME_COLUMN: Column = {
  name: 'Name',
  type: 'string',
  format: 'name',
  description: 'Name of the object, unique within its namespace.',
  priority: 0,
  cell: ({ metadata }) => metadata.name,
};

const AGE_COLUMN: Column = {
  name: 'Created At',
  type: 'date',
  format: '',
  description: 'When the object was created.',
  priority: 0,
  cell: ({ metadata }) => metadata.creationTimestamp,
};

/** Whether the Accept header prefers a Table. */
export function wantsTable({ headers }: Pick<Call, 'headers'>): boolean {
  const [first = ''] = (headers.accept ?? '').split(',');
  return /;\s*as=Table/.test(first);
}

/** The objects as a `meta.k8s.io/v1` Table; `includeObject` chooses what each row carries besides its cells. */
export function tableOf(call: Call, docs: readonly Doc[], metadata: Fields): Fields {
  const { kind, query, backend } = call;
  const own = kind.columns.length === 0 ? [AGE_COLUMN] : kind.columns;
  const columns = own.some(({ format }) => format === 'name') ? own : [NAME_COLUMN, ...own];
  const now = backend.clock.now();
  return {
    kind: 'Table',
    apiVersion: 'meta.k8s.io/v1',
    metadata,
    columnDefinitions: columns.map(({ cell: _cell, ...definition }) => definition),
    rows: docs.map((doc) => ({
      cells: columns.map(({ cell }) => cell(doc, now) ?? null),
      ...rowObject(doc, query.get('includeObject') ?? 'Metadata'),
    })),
  };
}

function rowObject(doc: Doc, include: string): Fields {
  if (include === 'None') return {};
  if (include === 'Object') return { object: doc };
  return { object: { kind: 'PartialObjectMetadata', apiVersion: 'meta.k8s.io/v1', metadata: doc.metadata } };
}
