/** @module The labels of an instance's children, and the selector of its pods. */
import { createHash } from 'node:crypto';

export type Labels = Readonly<Record<string, string>>;

/** Names the DatabaseManager that an object belongs to. */
export const INSTANCE_LABEL = 'coolops.cn/databasemanager';

/** Names the program that manages an object. */
export const MANAGED_BY_LABEL = 'app.kubernetes.io/managed-by';

/** Value of {@link MANAGED_BY_LABEL}, and the field manager of all writes. */
export const MANAGER = 'dbm';

/** A label value may have so many characters. */
const MAX_LABEL_VALUE = 63;

/** What the labels are made from. */
export interface LabelSource {
  /** metadata.name of the DatabaseManager. */
  readonly name: string;
  readonly dbtype: string;
  readonly version: string;
}

/**
 * The selector of an instance's pods. Every instance has the same keys and another value, so that no selector is
 * part of another; the key of our own keeps out pods of other tools that use the recommended labels alike.
 */
export function selectorLabels({ name, dbtype }: Omit<LabelSource, 'version'>): Labels {
  const instance = labelValue(name);
  return {
    'app.kubernetes.io/name': dbtype,
    'app.kubernetes.io/instance': instance,
    [INSTANCE_LABEL]: instance,
  };
}

/** The labels of every child: the selector's, and the rest of those that Kubernetes recommends. */
export function childLabels(source: LabelSource): Labels {
  return {
    ...selectorLabels(source),
    'app.kubernetes.io/version': labelValue(source.version),
    'app.kubernetes.io/component': 'database',
    [MANAGED_BY_LABEL]: MANAGER,
  };
}

/** `text` as a label value: the same text, or cut and ended by a hash of the whole when it does not fit. */
export function labelValue(text: string): string {
  if (text.length <= MAX_LABEL_VALUE && /^[A-Za-z0-9]([A-Za-z0-9._-]*[A-Za-z0-9])?$/.test(text)) return text;
  const hash = createHash('sha256').update(text).digest('hex').slice(0, 8);
  const stem = text.replace(/[^A-Za-z0-9._-]/g, '-').slice(0, MAX_LABEL_VALUE - hash.length - 1);
  return `${stem.replace(/^[^A-Za-z0-9]+/, '')}-${hash}`.replace(/^-/, '');
}

/** `key=value,…`, as `kubectl -l` takes it, in the order of the keys. */
export function formatSelector(labels: Labels): string {
  return Object.entries(labels)
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([key, value]) => `${key}=${value}`)
    .join(',');
}
