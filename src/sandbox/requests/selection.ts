/** @module Which objects of a collection a list, watch or deletecollection is about. */
import {
  type FieldSelector,
  matchesFields,
  matchesLabels,
  parseFieldSelector,
  parseLabelSelector,
} from '../../kube/selectors.ts';
import type { ServedKind } from '../kinds/kind.ts';
import { selectableFields } from '../kinds/selectable-fields.ts';
import type { Doc } from '../values/fields.ts';
import type { Call } from './call.ts';
import { badRequest } from './refusals.ts';

/** `matches` is absent when every object is meant. */
export interface ObjectSelection {
  readonly matches?: (doc: Doc) => boolean;
}

/** From `labelSelector`, `fieldSelector` and the name in the path. Throws BadRequest on selectors nobody understands. */
export function selectionOf({ kind, query, target }: Call): ObjectSelection {
  const labels = parsed(parseLabelSelector, query.get('labelSelector') ?? '', 'labelSelector');
  const fields = parsed(parseFieldSelector, query.get('fieldSelector') ?? '', 'fieldSelector');
  const { name } = target;
  if (labels === undefined && fields === undefined && name === undefined) return {};
  if (fields !== undefined) checkFields(kind, fields);
  return {
    matches: (doc) =>
      (name === undefined || doc.metadata.name === name) &&
      (labels === undefined || matchesLabels(labels, doc.metadata.labels ?? {})) &&
      (fields === undefined || matchesFields(fields, fieldsFor(kind, doc))),
  };
}

function parsed<T>(parse: (text: string) => T, text: string, parameter: string): T | undefined {
  if (text === '') return undefined;
  try {
    return parse(text);
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error);
    throw badRequest(`unable to parse requirement: ${parameter} ${JSON.stringify(text)}: ${why}`);
  }
}

function checkFields(kind: ServedKind, selector: FieldSelector): void {
  const known = selectableFields(kind).map(([field]) => field);
  for (const { field } of selector) {
    if (known.includes(field)) continue;
    const names = known.map((name) => JSON.stringify(name)).join(', ');
    const onlyCommon = known.length === 2 && !kind.custom;
    throw badRequest(
      onlyCommon
        ? `${JSON.stringify(field)} is not a known field selector: only ${names}`
        : `field label not supported: ${field}`,
    );
  }
}

function fieldsFor(kind: ServedKind, doc: Doc): Readonly<Record<string, string>> {
  return Object.fromEntries(selectableFields(kind).map(([field, read]) => [field, read(doc)]));
}
