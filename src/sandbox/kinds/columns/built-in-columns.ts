/** @module The columns people know from `kubectl get`, per built-in kind. */
import type { Column } from '../kind.ts';

/** Name and age for kinds without columns of their own. */
export function columnsOf(_group: string, _kind: string): readonly Column[] {
  return [];
}
