/** @module The error for a configuration that cannot be used. */

/** A kubeconfig, context, certificate or token that is missing or wrong. Nothing was sent to any server. */
export class KubeconfigError extends Error {
  override readonly name = 'KubeconfigError';
}
