/** @module Who owns what after an ordinary write: stub. */
import type { ManagedFieldsEntry } from '../../kube/object.ts';
import type { ServedKind } from '../kinds/kind.ts';
import type { Doc } from '../values/fields.ts';

/** Who writes, when, and through which subresource. */
export interface Writer {
  readonly manager: string;
  readonly time: string;
  readonly subresource?: string | undefined;
}

export function trackUpdate(
  _kind: ServedKind,
  { before, after }: { readonly before: Doc | undefined; readonly after: Doc },
  _writer: Writer,
): readonly ManagedFieldsEntry[] {
  return before?.metadata.managedFields ?? after.metadata.managedFields ?? [];
}
