/** @module What becomes of a container that is about to start, or runs already. */

export type Outcome =
  /** Its volumes cannot be set up: it stays in ContainerCreating. */
  | { readonly kind: 'mount-failure'; readonly message: string }
  /** The image cannot be pulled. */
  | { readonly kind: 'no-image'; readonly message: string }
  /** The kubelet cannot make the container: CreateContainerConfigError. */
  | { readonly kind: 'bad-config'; readonly message: string }
  /** The runtime cannot start its command: the container ends at once with the code given. */
  | { readonly kind: 'crash'; readonly exitCode: number; readonly message: string }
  | { readonly kind: 'runs'; readonly probes: ProbeResults };

/** Why each probe fails; undefined where it succeeds or there is none. */
export interface ProbeResults {
  readonly startup: string | undefined;
  readonly readiness: string | undefined;
  readonly liveness: string | undefined;
}

export type Crash = Extract<Outcome, { kind: 'crash' }>;

export function crash(message: string, exitCode = 1): Crash {
  return { kind: 'crash', exitCode, message };
}
