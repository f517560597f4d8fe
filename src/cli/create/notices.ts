/** @module What a user should know about a database before relying on it. */
import type { DatabaseManager } from '../../api/database-manager.ts';
import { versionOf } from '../../api/defaults.ts';
import { engineOf } from '../../core/engines/catalogue.ts';
import { endedVersionNotice } from '../../core/engines/versions.ts';

/** Sentences for stderr, none where there is nothing to say. `now` is in milliseconds since 1970. */
export function createNotices(dm: DatabaseManager, now: number): readonly string[] {
  const { spec, metadata } = dm;
  const { name } = metadata;
  const ended = endedVersionNotice(engineOf(spec.dbtype), versionOf(dm), now);
  return [
    ...(ended === undefined ? [] : [`${name}: ${ended}.`]),
    ...replicaNotices(dm),
    ...(spec.storage === undefined
      ? [`${name}: without spec.storage (--storage 10Gi) the data are lost when a pod ends.`]
      : []),
  ];
}

/** More than one replica is not what people think: nothing if there is only one. */
export function replicaNotices({ spec, metadata }: DatabaseManager): readonly string[] {
  const { replicas = 1 } = spec;
  if (replicas === 1) return [];
  return [
    `${metadata.name}: ${replicas} replicas are ${replicas} independent databases, without replication.`,
  ];
}
