/** @module Label and field selectors: their text parsed, and matched against objects. */
export { type FieldSelector, matchesFields, parseFieldSelector } from './field-selector.ts';
export {
  formatLabelSelector,
  type LabelSelector,
  matchesLabels,
  parseLabelSelector,
  toLabelSelector,
} from './label-selector.ts';
