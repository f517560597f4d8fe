/** @module The conditions of a status, as kstatus and metav1.Condition define them. */
import { formatTime } from '../kube/micro-time.ts';
import type { DatabaseManagerCondition } from './database-manager.ts';

/** A statement about the object: whether it holds, why, and since when. */
export type Condition = DatabaseManagerCondition;

/** What is said now; the time of transition follows from what was said before. */
export type ConditionUpdate = Omit<Condition, 'lastTransitionTime'>;

/** The types of condition that dbm writes, with the meaning that kstatus gives them. */
export const conditionTypes = {
  /** True: the database serves as declared. Always present. */
  ready: 'Ready',
  /** True: on the way there. */
  reconciling: 'Reconciling',
  /** True: it will not get there without somebody's help. */
  stalled: 'Stalled',
} as const;

/** The condition of that type, if there is one. */
export function findCondition(
  conditions: readonly Condition[] | undefined,
  type: string,
): Condition | undefined {
  return conditions?.find((condition) => condition.type === type);
}

/**
 * The list with the condition of the update's type put in place, or appended. lastTransitionTime becomes `now`
 * (milliseconds since 1970) only when status differs from before. The same list when nothing changes.
 */
export function setCondition(
  conditions: readonly Condition[] | undefined,
  update: ConditionUpdate,
  now: number,
): readonly Condition[] {
  const list = conditions ?? [];
  const before = findCondition(list, update.type);
  if (before === undefined) return [...list, { ...update, lastTransitionTime: formatTime(now) }];
  if (says(before, update)) return list;
  const lastTransitionTime = before.status === update.status ? before.lastTransitionTime : formatTime(now);
  return list.map((condition) => (condition === before ? { ...update, lastTransitionTime } : condition));
}

function says(condition: Condition, update: ConditionUpdate): boolean {
  return (
    condition.status === update.status &&
    condition.reason === update.reason &&
    condition.message === update.message &&
    condition.observedGeneration === update.observedGeneration
  );
}
