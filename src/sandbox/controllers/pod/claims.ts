/** @module The claims of a pod. */
import type { Pod } from '../../../kube/resources.ts';

/** The names of the claims that a pod mounts. */
export function claimsOf(pod: Pod): readonly string[] {
  return (pod.spec?.volumes ?? []).flatMap(
    ({ persistentVolumeClaim }) => persistentVolumeClaim?.claimName ?? [],
  );
}
