/** @module Events are stored in the core form; events.k8s.io shows the same objects under other names. */

import { type Doc, type Fields, fieldsOf } from '../../values/fields.ts';
import type { ServedKind } from '../kind.ts';

/** The core name of each events.k8s.io field that is called differently. */
const CORE_NAMES: Readonly<Record<string, string>> = {
  regarding: 'involvedObject',
  note: 'message',
  reportingController: 'reportingComponent',
  deprecatedSource: 'source',
  deprecatedFirstTimestamp: 'firstTimestamp',
  deprecatedLastTimestamp: 'lastTimestamp',
  deprecatedCount: 'count',
};

const NEW_NAMES: Readonly<Record<string, string>> = Object.fromEntries(
  Object.entries(CORE_NAMES).map(([name, core]) => [core, name]),
);

/** Between core/v1 and events.k8s.io/v1. */
export const eventConversion: NonNullable<ServedKind['conversion']> = {
  fromStored: (doc) => renamed(doc, 'events.k8s.io/v1', NEW_NAMES),
  toStored: (doc) => {
    const { metadata, ...rest } = renamed(doc, 'v1', CORE_NAMES);
    return { ...rest, metadata, involvedObject: fieldsOf(rest.involvedObject) };
  },
};

function renamed(
  { apiVersion: _version, kind, metadata, ...rest }: Doc,
  apiVersion: string,
  names: Fields,
): Doc {
  const fields = Object.entries(rest).map(([name, value]) => [String(names[name] ?? name), value]);
  return { apiVersion, kind, metadata, ...Object.fromEntries(fields) };
}
