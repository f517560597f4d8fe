/** @module Every reason that dbm gives in a condition or an event: one CamelCase word each, for programs. */

/** Reasons of conditions. The Ready condition's reason is what `kubectl get` shows as STATUS. */
export const reasons = {
  /** Ready: all pods run the current template and serve. */
  available: 'Available',
  /** Ready: scaled to zero because `spec.stopped` asks for it. */
  stopped: 'Stopped',
  /** Not ready: on the way to `spec.stopped`. */
  stopping: 'Stopping',
  /** `spec.suspend`: nothing is reconciled. */
  suspended: 'Suspended',
  /** Not ready: a change is being rolled out. */
  progressing: 'Progressing',
  /** Not ready: pods that served once do not serve now, though nothing was changed. */
  unavailable: 'Unavailable',
  /** Waiting: the garbage collector still has to remove a child of a deleted instance of this name. */
  waitingForGarbageCollection: 'WaitingForGarbageCollection',
  /** Waiting: a child is being deleted and can be made anew only afterwards. */
  childTerminating: 'ChildTerminating',

  /** Stalled: the spec breaks a rule that an old server did not check. */
  invalidSpec: 'InvalidSpec',
  /** Stalled: an object of a child's name belongs to somebody else. */
  resourceExists: 'ResourceExists',
  /** Stalled: the Secret of `spec.rootPasswordSecretRef`, or its key, does not exist. */
  secretNotFound: 'SecretNotFound',
  /** Stalled: data are there, but the generated passwords for them are not. */
  credentialsLost: 'CredentialsLost',
  /** Stalled: `spec.storage.size` is smaller than the volume. */
  storageCannotShrink: 'StorageCannotShrink',
  /** Stalled: the data were written by another engine. */
  engineChanged: 'EngineChanged',
  /** Stalled: the data cannot be served by the version that is asked for. */
  versionRefused: 'VersionRefused',
  /** Stalled: the rollout took longer than its deadline. */
  progressDeadlineExceeded: 'ProgressDeadlineExceeded',
  /** Stalled: pods cannot be created (quota, admission). */
  replicaFailure: 'ReplicaFailure',
  /** Stalled: the server does not allow a write. */
  forbidden: 'Forbidden',
  /** Stalled: the server takes a child for invalid. */
  invalid: 'Invalid',

  /** Not ready: the image cannot be pulled. */
  imagePullBackOff: 'ImagePullBackOff',
  /** Not ready: the container exits again and again. */
  crashLoopBackOff: 'CrashLoopBackOff',
  /** Not ready: no node takes a pod. */
  unschedulable: 'Unschedulable',

  /** Results only: the cluster has no DatabaseManager resource. */
  resourceNotInstalled: 'ResourceNotInstalled',
  /** Results only: the object changed again and again while it was being reconciled. */
  conflict: 'Conflict',
  /** Results only: a request failed for a reason that may pass. */
  requestFailed: 'RequestFailed',
} as const;

/** Reasons of events. Stalled instances get a Warning with the condition's reason, but for ResourceExists. */
export const eventReasons = {
  /** Normal: a pass changed something, and the instance is ready. */
  synced: 'Synced',
  /** Warning: an object of a child's name belongs to somebody else. */
  errResourceExists: 'ErrResourceExists',
  /** Normal: a child was edited or deleted and has been put right. */
  driftRepaired: 'DriftRepaired',
  /** Warning: several replicas of an engine without replication are independent databases. */
  independentReplicas: 'IndependentReplicas',
} as const;

/** The message of `Synced`. */
export const SYNCED_MESSAGE = 'databasemanager synced successfully';

/** The message of `ErrResourceExists`. */
export function resourceExistsMessage(name: string): string {
  return `Resource "${name}" already exists and is not managed by DatabaseManager`;
}
