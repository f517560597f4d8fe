/** @module Sorts what a server says to a write into what people must mend and what passes by itself. */
import {
  isAlreadyExists,
  isConflict,
  isForbidden,
  isNamespaceTerminating,
  isNotFound,
  StatusError,
} from '../kube/status-error.ts';
import type { Failure } from './apply.ts';
import { type Halt, stalled } from './checks/halt.ts';
import { reasons } from './reasons.ts';
import { StaleObservationError } from './stale-observation-error.ts';

/** The child is not as it was observed: observe again, live, and decide anew. */
export function isRace({ action, error }: Failure): boolean {
  if (error instanceof StaleObservationError || isConflict(error) || isAlreadyExists(error)) return true;
  return action.verb === 'apply' && isNotFound(error);
}

/** The halt that a refused write means; undefined when the failure may pass by itself. */
export function haltOf(failure: Failure): Halt | undefined {
  const { error } = failure;
  if (isNamespaceTerminating(error) || isNamespaceMissing(failure)) {
    return { kind: 'gone', reason: '', message: 'its namespace is being deleted' };
  }
  if (isForbidden(error)) return stalled(reasons.forbidden, describeFailure(failure));
  if (isBadObject(error)) return stalled(reasons.invalid, describeFailure(failure));
  return undefined;
}

/** `creating Deployment t/mysql: quota exceeded`: what was being done, to what, and what the server said. */
export function describeFailure({ action, error }: Failure): string {
  const { kind, metadata } = action.object;
  const doing = { create: 'creating', apply: 'changing', delete: 'deleting' }[action.verb];
  const said = error instanceof Error ? error.message : String(error);
  return `${doing} ${kind} ${metadata.namespace}/${metadata.name}: ${said}`;
}

function isNamespaceMissing({ action, error }: Failure): boolean {
  return action.verb === 'create' && isNotFound(error) && error.status.details?.kind === 'namespaces';
}

function isBadObject(error: unknown): boolean {
  return error instanceof StatusError && (error.code === 400 || error.code === 422);
}
