/** @module Decides which events a pass is worth. None when nothing was written and nothing has changed. */
import { conditionTypes, findCondition } from '../api/conditions.ts';
import type { DatabaseManager, DatabaseManagerStatus } from '../api/database-manager.ts';
import type { KubeObject } from '../kube/object.ts';
import type { Deployment } from '../kube/resources.ts';
import { deployments } from '../kube/resources.ts';
import type { Action } from './action.ts';
import { APPLIED_HASH } from './annotations.ts';
import { describeAction, formatDifference } from './describe-action.ts';
import type { EventNote } from './event-note.ts';
import type { Instance } from './instance.ts';
import { eventReasons, reasons, SYNCED_MESSAGE } from './reasons.ts';

/** The API allows 1,024 characters. */
const MAX_MESSAGE = 1_000;

/** Events about what was written. */
export function actionEvents(
  dm: DatabaseManager,
  instance: Instance | undefined,
  done: readonly Action[],
): readonly EventNote[] {
  const drifted = done.filter((action) => isDrift(action, dm)).map((action) => driftEvent(dm, action));
  return [...drifted, ...independenceEvents(dm, instance, done)];
}

/** Events about what the status says now and did not say before. */
export function statusEvents(
  dm: DatabaseManager,
  after: DatabaseManagerStatus,
  acted: boolean,
): readonly EventNote[] {
  return [...syncedEvents(dm, after, acted), ...stalledEvents(dm, after)];
}

/**
 * A child that differs although dbm's wish has not changed, or is missing although it was made for this generation:
 * somebody edited or deleted it.
 */
function isDrift(action: Action, { metadata, status }: DatabaseManager): boolean {
  switch (action.verb) {
    case 'apply':
      return hashOf(action.object) === hashOf(action.live);
    case 'create':
      return (
        status?.deploymentName !== undefined &&
        status.observedGeneration === metadata.generation &&
        !holds(status, conditionTypes.stalled)
      );
    case 'delete':
      return false;
  }
}

function driftEvent(dm: DatabaseManager, action: Action): EventNote {
  const { kind, name, differences } = describeAction(action);
  const what = differences.length === 0 ? 'was missing' : differences.map(formatDifference).join('; ');
  return note(dm, 'Normal', eventReasons.driftRepaired, `${kind} ${name} put right: ${what}`);
}

function independenceEvents(
  dm: DatabaseManager,
  instance: Instance | undefined,
  done: readonly Action[],
): readonly EventNote[] {
  const replicas = instance?.replicas ?? 0;
  const begins = done.some((action) => action.resource === deployments && replicasBefore(action) <= 1);
  if (replicas <= 1 || !begins) return [];
  const message = `${replicas} replicas are ${replicas} independent databases behind one Service: there is no replication and no redundancy`;
  return [note(dm, 'Warning', eventReasons.independentReplicas, message)];
}

function replicasBefore(action: Action): number {
  return action.verb === 'apply' && isDeployment(action.live) ? (action.live.spec?.replicas ?? 1) : 0;
}

/** `Reconciling` remembers, over passes and restarts, that children were changed and not yet announced. */
function syncedEvents(
  dm: DatabaseManager,
  after: DatabaseManagerStatus,
  acted: boolean,
): readonly EventNote[] {
  const wasPending = findCondition(dm.status?.conditions, conditionTypes.reconciling)?.status !== 'False';
  const isSynced = holds(after, conditionTypes.ready) && (acted || wasPending) && !isSuspended(after);
  return isSynced ? [note(dm, 'Normal', eventReasons.synced, SYNCED_MESSAGE)] : [];
}

function stalledEvents(dm: DatabaseManager, after: DatabaseManagerStatus): readonly EventNote[] {
  const now = findCondition(after.conditions, conditionTypes.stalled);
  const before = findCondition(dm.status?.conditions, conditionTypes.stalled);
  if (now?.status !== 'True' || (before?.status === 'True' && before.message === now.message)) return [];
  const reason = now.reason === reasons.resourceExists ? eventReasons.errResourceExists : now.reason;
  return [note(dm, 'Warning', reason, now.message)];
}

function isSuspended(status: DatabaseManagerStatus): boolean {
  return findCondition(status.conditions, conditionTypes.ready)?.reason === reasons.suspended;
}

function holds(status: DatabaseManagerStatus, type: string): boolean {
  return findCondition(status.conditions, type)?.status === 'True';
}

function hashOf({ metadata }: KubeObject): string | undefined {
  return metadata.annotations?.[APPLIED_HASH];
}

function isDeployment(object: KubeObject): object is Deployment {
  return object.kind === deployments.kind;
}

function note(dm: DatabaseManager, type: EventNote['type'], reason: string, message: string): EventNote {
  const short = message.length > MAX_MESSAGE ? `${message.slice(0, MAX_MESSAGE - 1)}…` : message;
  return { type, reason, message: short, regarding: dm };
}
