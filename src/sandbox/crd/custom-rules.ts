/** @module Defaults and checks of a custom resource, from its schema. */
import type { KindRules } from '../kinds/kind.ts';
import type { Fields } from '../values/fields.ts';

export function customRules(_schema: Fields): KindRules {
  return {};
}
