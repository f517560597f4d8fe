/** @module The facts that a Lease holds about leadership. */
import { formatMicroTime } from '../../kube/micro-time.ts';
import type { ObjectKey } from '../../kube/object.ts';
import type { Lease } from '../../kube/resources.ts';

/** Where the controller's Lease is, unless told otherwise. */
export const DEFAULT_LEASE: Required<ObjectKey> = {
  namespace: 'kube-system',
  name: 'database-manager-controller',
};

/** The holder's wish: who leads, and for how long nobody else may. */
export interface LeaseClaim {
  readonly identity: string;
  readonly durationSeconds: number;
  /** Wall time in ms: for people, and never compared with another machine's. */
  readonly now: number;
}

/** A Lease held by `identity`; counts a transition when somebody else held it before. */
export function claimedLease(key: ObjectKey, claim: LeaseClaim, before?: Lease): Lease {
  const { identity, durationSeconds, now } = claim;
  const time = formatMicroTime(now);
  const spec = before?.spec;
  const isRenewal = spec?.holderIdentity === identity;
  const transitions = (spec?.leaseTransitions ?? 0) + (before === undefined || isRenewal ? 0 : 1);
  return {
    apiVersion: 'coordination.k8s.io/v1',
    kind: 'Lease',
    metadata: before?.metadata ?? key,
    spec: {
      ...spec,
      holderIdentity: identity,
      leaseDurationSeconds: durationSeconds,
      acquireTime: isRenewal ? (spec.acquireTime ?? time) : time,
      renewTime: time,
      leaseTransitions: transitions,
    },
  };
}

/** The Lease without a holder: free at once. */
export function releasedLease(lease: Lease, now: number): Lease {
  const time = formatMicroTime(now);
  return {
    ...lease,
    spec: {
      ...lease.spec,
      holderIdentity: '',
      leaseDurationSeconds: 1,
      acquireTime: time,
      renewTime: time,
    },
  };
}
