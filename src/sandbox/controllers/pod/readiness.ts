/** @module The Ready condition of a pod. */
import type { Pod } from '../../../kube/resources.ts';

export function isReady({ status }: Pod): boolean {
  return status?.conditions?.some((entry) => entry.type === 'Ready' && entry.status === 'True') ?? false;
}
