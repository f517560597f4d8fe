/** @module The writes that a plan asks for. */
import type { KubeObject } from '../kube/object.ts';
import type { Resource } from '../kube/resource.ts';
import type { Difference } from './drift.ts';

/** Makes a child that does not exist. Never takes over one that does. */
export interface CreateAction {
  readonly verb: 'create';
  readonly resource: Resource;
  readonly object: KubeObject;
}

/** Puts an existing child right. */
export interface ApplyAction {
  readonly verb: 'apply';
  readonly resource: Resource;
  /** The whole desired child. */
  readonly object: KubeObject;
  /** The child as it was when this was decided. */
  readonly live: KubeObject;
  readonly differences: readonly Difference[];
  /** Fails when the child has changed since: for children whose desired state contains what was read from them. */
  readonly locked: boolean;
}

/** Removes a child that is no longer wanted. */
export interface DeleteAction {
  readonly verb: 'delete';
  readonly resource: Resource;
  readonly object: KubeObject;
}

export type Action = CreateAction | ApplyAction | DeleteAction;
