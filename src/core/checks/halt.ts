/** @module Why a pass must not act. */

/**
 * - `stalled`: somebody has to do something.
 * - `waiting`: it will pass by itself.
 * - `suspended`: the spec says so.
 * - `gone`: the instance is being deleted.
 */
export interface Halt {
  readonly kind: 'stalled' | 'waiting' | 'suspended' | 'gone';
  readonly reason: string;
  /** What is wrong, with which object, and what to do. */
  readonly message: string;
}

/** A halt that needs people. */
export function stalled(reason: string, message: string): Halt {
  return { kind: 'stalled', reason, message };
}

/** A halt that ends by itself. */
export function waiting(reason: string, message: string): Halt {
  return { kind: 'waiting', reason, message };
}
