/** @module Finds where a live child differs from the desired one, blind to what the server and others added. */
import { isRecord } from '../api/json-value.ts';
import { sameQuantity } from '../kube/quantity.ts';
import { claimsName, excludedFields, isSameElement, listKeys } from './merge-rules.ts';

/** One field that is not as wanted. `got` is undefined when the field is absent, `want` when it should be. */
export interface Difference {
  /** `spec.template.spec.containers[mysql].image`. */
  readonly path: string;
  readonly want: unknown;
  readonly got: unknown;
}

/**
 * The fields of `desired` that `live` lacks or has otherwise. What only `live` has is nobody's drift: defaults,
 * and fields of autoscalers, webhooks and sidecars; unless it cannot stand beside what is desired. Quantities are compared by value, lists of named things by
 * name, other lists element by element; an absent field equals an empty one, since servers drop those.
 */
export function drift(desired: unknown, live: unknown): readonly Difference[] {
  const found: Difference[] = [];
  compare(desired, live, [], found);
  return found;
}

type Path = readonly string[];

/** Maps whose values are quantities. */
const QUANTITY_MAPS = new Set(['requests', 'limits']);

function compare(want: unknown, got: unknown, path: Path, found: Difference[]): void {
  if (want === undefined || (isEmpty(want) && isEmpty(got))) return;
  if (Array.isArray(want)) compareLists(want, got, path, found);
  else if (isRecord(want) && isRecord(got)) {
    for (const [key, value] of Object.entries(want))
      compare(value, ownValue(got, key), [...path, key], found);
    for (const key of excludedFields(fieldName(path), want, got))
      found.push({ path: formatPath([...path, key]), want: undefined, got: got[key] });
  } else if (!sameScalar(want, got, path)) found.push({ path: formatPath(path), want, got });
}

function compareLists(want: readonly unknown[], got: unknown, path: Path, found: Difference[]): void {
  const list: readonly unknown[] = Array.isArray(got) ? got : [];
  const keys = listKeys(path.at(-1) ?? '');
  if (keys !== undefined && want.every(isRecord)) {
    const place = (item: Readonly<Record<string, unknown>>) => [
      ...path.slice(0, -1),
      `${path.at(-1)}[${nameOf(item, keys)}]`,
    ];
    for (const item of want) {
      const match = list.find((other) => isSameElement(item, other, keys));
      compare(item, match, place(item), found);
    }
    for (const other of list.filter(isRecord)) {
      const isRival =
        want.some((item) => claimsName(other, item)) &&
        !want.some((item) => isSameElement(item, other, keys));
      if (isRival) found.push({ path: formatPath(place(other)), want: undefined, got: other });
    }
    return;
  }
  const equal =
    want.length === list.length && want.every((item, index) => drift(item, list[index]).length === 0);
  if (!equal) found.push({ path: formatPath(path), want, got });
}

function nameOf(item: Readonly<Record<string, unknown>>, keys: readonly string[]): string {
  const parts = keys.map((key) => ownValue(item, key)).filter((part) => part !== undefined);
  return parts.join('/');
}

/** Of a list's element, that of the list. */
function fieldName(path: Path): string {
  return path.at(-1)?.replace(/\[.*/, '') ?? '';
}

/** Labels and file names are data: one called `constructor` is none of JavaScript's. */
function ownValue(record: Readonly<Record<string, unknown>>, key: string): unknown {
  return Object.hasOwn(record, key) ? record[key] : undefined;
}

function sameScalar(want: unknown, got: unknown, path: Path): boolean {
  if (want === got) return true;
  const isQuantity = QUANTITY_MAPS.has(path.at(-2) ?? '');
  return (
    isQuantity && isQuantityValue(want) && isQuantityValue(got) && sameQuantity(String(want), String(got))
  );
}

function isQuantityValue(value: unknown): value is string | number {
  return typeof value === 'string' || typeof value === 'number';
}

/** What a server leaves out when it writes an optional field. A number is never left out where dbm writes it. */
function isEmpty(value: unknown): boolean {
  if (value === undefined || value === null || value === '' || value === false) return true;
  return (isRecord(value) && Object.keys(value).length === 0) || (Array.isArray(value) && value.length === 0);
}

/** Keys with dots of their own (labels, annotations, file names) stand in brackets. */
function formatPath(path: Path): string {
  return path.reduce((text, part) => {
    if (/[./]/.test(part) && !part.includes('[')) return `${text}[${part}]`;
    return text === '' ? part : `${text}.${part}`;
  }, '');
}
