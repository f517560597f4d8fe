/** @module The printer columns of a custom resource. */
import { ageOf } from '../kinds/human-duration.ts';
import type { Column } from '../kinds/kind.ts';
import { type Fields, isFields, listOf, numberOf, textOf } from '../values/fields.ts';
import { evaluateJsonPath } from './json-path.ts';

const TYPES = ['string', 'integer', 'number', 'boolean', 'date'] as const;
const AGE = { name: 'Age', type: 'date', jsonPath: '.metadata.creationTimestamp' };

/** Those of the version; the age alone where it has none. */
export function columnsOfVersion({ additionalPrinterColumns }: Fields): readonly Column[] {
  const given = listOf(additionalPrinterColumns).filter(isFields);
  return (given.length === 0 ? [AGE] : given).map(toColumn);
}

function toColumn(given: Fields): Column {
  const type = TYPES.find((known) => known === given.type) ?? 'string';
  const path = textOf(given.jsonPath) ?? '';
  return {
    name: textOf(given.name) ?? '',
    type,
    format: textOf(given.format) ?? '',
    description: textOf(given.description) ?? describedPath(path),
    priority: numberOf(given.priority) ?? 0,
    cell: (doc, now) => cellOf(type, evaluateJsonPath(path, doc), now),
  };
}

function describedPath(path: string): string {
  return path === '.metadata.creationTimestamp'
    ? 'CreationTimestamp is a timestamp representing the server time when this object was created.'
    : `Custom resource definition column (in JSONPath format): ${path}`;
}

/** A cell takes the first value found, and only if it fits the column. */
function cellOf(type: Column['type'], values: readonly unknown[], now: number): unknown {
  const [value] = values;
  if (value === undefined || value === null) return null;
  switch (type) {
    case 'integer':
    case 'number':
      return typeof value === 'number' ? value : null;
    case 'boolean':
      return typeof value === 'boolean' ? value : null;
    case 'date':
      return typeof value === 'string' ? ageOf(value, now) : null;
    case 'string':
      return typeof value === 'string' ? value : JSON.stringify(value);
  }
}
