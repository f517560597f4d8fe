/** @module Everything that a reconcile decides from, gathered into one value. */
import type { DatabaseManager } from '../api/database-manager.ts';
import type {
  ConfigMap,
  Deployment,
  PersistentVolumeClaim,
  Pod,
  Secret,
  Service,
} from '../kube/resources.ts';

/** The children that exist, whosever they are. */
export interface ObservedChildren {
  readonly deployment?: Deployment | undefined;
  readonly service?: Service | undefined;
  readonly credentials?: Secret | undefined;
  readonly config?: ConfigMap | undefined;
  /** Looked up only for instances with storage. */
  readonly data?: PersistentVolumeClaim | undefined;
}

/** An instance and what was found of it. Read from a cache, so possibly a moment old. */
export interface Observed {
  /** As the server has it: without defaults that it did not fill. */
  readonly dm: DatabaseManager;
  readonly children: ObservedChildren;
  /** The user's Secret of `spec.rootPasswordSecretRef`. */
  readonly rootPasswordSecret?: Secret | undefined;
  /** Pods of a Deployment that is late; empty while there is no reason to look. */
  readonly pods: readonly Pod[];
}
