/** @module How many pods a rolling update may have too many or too few. */
import type { Deployment } from '../../../kube/resources.ts';

/** Pods above the desired number: percentages round up. 0 unless the strategy is RollingUpdate. */
export function maxSurge(deployment: Deployment): number {
  return fenceposts(deployment).surge;
}

/** Pods below the desired number: percentages round down, but 1 when the surge is 0 as well. */
export function maxUnavailable(deployment: Deployment): number {
  return fenceposts(deployment).unavailable;
}

function fenceposts({ spec }: Deployment): { surge: number; unavailable: number } {
  const desired = spec?.replicas ?? 1;
  if (spec?.strategy?.type === 'Recreate') return { surge: 0, unavailable: 0 };
  const limits: RollingLimits = spec?.strategy?.rollingUpdate ?? {};
  const surge = Math.ceil(resolve(limits.maxSurge ?? '25%', desired));
  const unavailable = Math.floor(resolve(limits.maxUnavailable ?? '25%', desired));
  return { surge, unavailable: Math.min(desired, surge === 0 && unavailable === 0 ? 1 : unavailable) };
}

/** The library types an int-or-string as an object. */
interface RollingLimits {
  readonly maxSurge?: unknown;
  readonly maxUnavailable?: unknown;
}

function resolve(value: unknown, desired: number): number {
  if (typeof value === 'number') return value;
  return (Number.parseInt(String(value), 10) * desired) / 100;
}
