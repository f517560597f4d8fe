/** @module Nothing is created in a namespace that does not exist or is going away. */
import type { ServedKind } from '../kinds/kind.ts';
import type { Transaction } from '../store/transaction.ts';
import { forbidden, notFound } from './refusals.ts';

/** Throws NotFound or Forbidden (cause NamespaceTerminating), as the NamespaceLifecycle admission does. */
export function requireNamespace(
  transaction: Transaction,
  kind: ServedKind,
  { namespace, name }: { readonly namespace: string | undefined; readonly name: string },
): void {
  if (namespace === undefined) return;
  const found = transaction.get({ resource: 'namespaces', namespace: '', name: namespace });
  if (found === undefined) throw notFound({ group: '', plural: 'namespaces' }, namespace);
  if (found.metadata.deletionTimestamp === undefined) return;
  const why = `unable to create new content in namespace ${namespace} because it is being terminated`;
  throw forbidden(kind, name, why, [
    {
      reason: 'NamespaceTerminating',
      message: `namespace ${namespace} is being terminated`,
      field: 'metadata.namespace',
    },
  ]);
}
