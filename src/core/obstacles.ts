/** @module Clears the way for an apply: server-side apply adds and changes, but what others hold it leaves standing. */
import { isRecord } from '../api/json-value.ts';
import type { JsonPatchOperation } from '../kube/client.ts';
import { claimsName, entailsOthers, excludedFields, isSameElement, listKeys } from './merge-rules.ts';

/**
 * A JSON patch that puts the desired value wherever something in `live` cannot stay beside it: a second volume
 * source, another element with the name of ours, a label too many in a selector. Empty when an apply will do.
 */
export function clearObstacles(desired: unknown, live: unknown): readonly JsonPatchOperation[] {
  const found: Found = { replaced: [], removed: [] };
  search({ want: desired, got: live, name: '', pointer: '' }, found);
  // Last and backwards, so that no index is moved before it is used.
  return [...found.replaced, ...found.removed.toReversed()];
}

interface Found {
  readonly replaced: JsonPatchOperation[];
  readonly removed: JsonPatchOperation[];
}

interface Place {
  readonly want: unknown;
  readonly got: unknown;
  readonly name: string;
  readonly pointer: string;
}

function search(place: Place, found: Found): void {
  const { want, got, name, pointer } = place;
  if (Array.isArray(want) && Array.isArray(got)) searchList({ ...place, want, got }, found);
  else if (entailsOthers(name) && want !== got)
    found.replaced.push({ op: 'replace', path: pointer, value: want });
  else if (!isRecord(want) || !isRecord(got)) return;
  else if (excludedFields(name, want, got).length > 0)
    found.replaced.push({ op: 'replace', path: pointer, value: want });
  else
    for (const [field, value] of Object.entries(want)) {
      if (!Object.hasOwn(got, field)) continue;
      search(
        { want: value, got: got[field], name: field, pointer: `${pointer}/${escapeToken(field)}` },
        found,
      );
    }
}

function searchList(
  {
    want,
    got,
    name,
    pointer,
  }: Place & { readonly want: readonly unknown[]; readonly got: readonly unknown[] },
  found: Found,
): void {
  const keys = listKeys(name);
  if (keys === undefined) return;
  const missing = want.filter((item) => !got.some((other) => isSameElement(item, other, keys)));
  for (const [index, other] of got.entries()) {
    const path = `${pointer}/${index}`;
    const match = want.find((item) => isSameElement(item, other, keys));
    if (match !== undefined) {
      search({ want: match, got: other, name, pointer: path }, found);
    } else if (want.some((item) => isRecord(item) && claimsName(other, item))) {
      const at = missing.findIndex((item) => isRecord(item) && claimsName(other, item));
      const [value] = at < 0 ? [] : missing.splice(at, 1);
      if (value === undefined) found.removed.push({ op: 'remove', path });
      else found.replaced.push({ op: 'replace', path, value: renumbered(name, value, other) });
    }
  }
}

/** What others added stays where it may: the node port of a Service's port. */
function renumbered(name: string, want: unknown, got: unknown): unknown {
  const mixes = isRecord(want) && isRecord(got) && excludedFields(name, want, got).length === 0;
  return mixes ? { ...got, ...want } : want;
}

function escapeToken(token: string): string {
  return token.replaceAll('~', '~0').replaceAll('/', '~1');
}
