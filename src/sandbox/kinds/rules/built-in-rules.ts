/** @module Which defaults and checks belong to which built-in kind. */
import type { KindRules } from '../kind.ts';

/** No rules for kinds that are only stored. */
export function rulesOf(_group: string, _kind: string): KindRules {
  return {};
}
