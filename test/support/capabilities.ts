/** @module What an API server of some version can do, so that a case can say what this server answers. */

/** The answer of `/version`, as far as tests use it. */
export interface ServerVersion {
  readonly major: string;
  readonly minor: string;
  readonly gitVersion: string;
}

export interface Capabilities {
  /** `x-kubernetes-validations` are kept and enforced (1.25). Before, they are dropped from a stored CRD. */
  readonly cel: boolean;
  /** `fieldValidation=Strict` is obeyed (1.25). Before, the parameter is unknown and ignored. */
  readonly fieldValidation: boolean;
  /** Namespaces labelled with a Pod Security level enforce it (1.25). */
  readonly podSecurity: boolean;
  /** `sendInitialEvents=true` streams the present objects before changes (on by default from 1.34). */
  readonly sendInitialEvents: boolean;
  /** managedFields entries name the subresource they came through (1.22). */
  readonly managedSubresource: boolean;
  /** Printer columns may come from `apiextensions.k8s.io/v1` only; v1beta1 is gone (1.22). */
  readonly v1Only: boolean;
  /** A 422 for a duplicate or wrong field of a CRD names reason and field in the same words as today (1.23). */
  readonly minor: number;
}

/** By version: a server says no more about itself. */
export function capabilitiesOf(version: ServerVersion): Capabilities {
  const minor = Number.parseInt(version.minor, 10);
  return {
    minor,
    cel: minor >= 25,
    fieldValidation: minor >= 25,
    podSecurity: minor >= 25,
    sendInitialEvents: minor >= 34,
    managedSubresource: minor >= 22,
    v1Only: minor >= 22,
  };
}
