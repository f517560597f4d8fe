/** @module How far a Deployment has come, read from its status and, when it is late, from its pods. */
import type { Deployment, Pod } from '../kube/resources.ts';
import { podTrouble } from './pod-trouble.ts';
import { reasons } from './reasons.ts';

/**
 * - `complete`: all that is wanted runs the current template and serves.
 * - `rolling`: not yet; `changing` while a change is still on its way to the pods.
 * - `failed`: it will not get there by itself.
 */
export type Progress =
  | { readonly kind: 'complete' }
  | {
      readonly kind: 'rolling';
      readonly changing: boolean;
      readonly reason: string;
      readonly message: string;
    }
  | { readonly kind: 'failed'; readonly reason: string; readonly message: string };

/** So long a rollout may take, in milliseconds, before its pods are looked at. */
export const LATE_AFTER_MS = 5_000;

/** Missing counters count as 0, and a status of an earlier generation says nothing about this one. */
export function progressOf(deployment: Deployment, pods: readonly Pod[] = []): Progress {
  if (isComplete(deployment)) return { kind: 'complete' };
  return failureOf(deployment) ?? rolling(deployment, pods);
}

/** How long nothing has moved in a rollout, in milliseconds; 0 when it is complete. `now` in ms since 1970. */
export function stuckFor(deployment: Deployment, now: number): number {
  return isComplete(deployment) ? 0 : Math.max(0, now - lastProgressAt(deployment));
}

/** Whether the pods are worth a look. */
export function isLate(deployment: Deployment, now: number): boolean {
  return stuckFor(deployment, now) >= LATE_AFTER_MS;
}

function isComplete(deployment: Deployment): boolean {
  const { desired, replicas, updated, available } = countsOf(deployment);
  return !isStale(deployment) && replicas === desired && updated === desired && available === desired;
}

function isStale({ metadata, status }: Deployment): boolean {
  return (status?.observedGeneration ?? 0) < (metadata.generation ?? 0);
}

function countsOf({ spec, status = {} }: Deployment) {
  const { replicas = 0, updatedReplicas: updated = 0, availableReplicas: available = 0 } = status;
  return { desired: spec?.replicas ?? 1, replicas, updated, available };
}

function failureOf(deployment: Deployment): Progress | undefined {
  if (isStale(deployment)) return undefined;
  const { name } = deployment.metadata;
  const failure = conditionOf(deployment, 'ReplicaFailure');
  if (failure?.status === 'True') {
    const message = `Deployment ${name} cannot create pods: ${failure.message ?? failure.reason ?? 'no reason given'}`;
    return { kind: 'failed', reason: reasons.replicaFailure, message };
  }
  const progressing = conditionOf(deployment, 'Progressing');
  if (progressing?.status !== 'False' || progressing.reason !== reasons.progressDeadlineExceeded)
    return undefined;
  return {
    kind: 'failed',
    reason: reasons.progressDeadlineExceeded,
    message: `Deployment ${name} made no progress within its deadline: see the pods and their logs`,
  };
}

function rolling(deployment: Deployment, pods: readonly Pod[]): Progress {
  const { desired, replicas, updated, available } = countsOf(deployment);
  const changing = isStale(deployment) || updated < desired || replicas > desired;
  const trouble = podTrouble(pods);
  if (trouble !== undefined) return { kind: 'rolling', changing, ...trouble };
  if (desired === 0)
    return { kind: 'rolling', changing, reason: reasons.stopping, message: 'pods are stopping' };
  const isNew = deployment.status?.observedGeneration === undefined;
  if (isStale(deployment) && !isNew) {
    const message = 'the change is on its way to the pods';
    return { kind: 'rolling', changing, reason: reasons.progressing, message };
  }
  const message = `${Math.min(updated, available)} of ${desired} replicas are up to date and available`;
  return { kind: 'rolling', changing, reason: reasons.progressing, message };
}

function conditionOf({ status }: Deployment, type: string) {
  return status?.conditions?.find((condition) => condition.type === type);
}

function lastProgressAt(deployment: Deployment): number {
  const moved = conditionOf(deployment, 'Progressing')?.lastUpdateTime;
  const times = [deployment.metadata.creationTimestamp, moved].map((time) => Date.parse(time ?? ''));
  return Math.max(...times.filter((time) => !Number.isNaN(time)), 0);
}
