/** @module Builds DatabaseManagers as a server would hand them out; tests state only what differs. */
import {
  API_VERSION,
  type DatabaseManager,
  type DatabaseManagerSpec,
  KIND,
} from '../../../src/api/database-manager.ts';
import type { ObjectMeta } from '../../../src/kube/object.ts';

export interface Wish {
  readonly spec?: DatabaseManagerSpec;
  readonly metadata?: ObjectMeta;
  readonly status?: DatabaseManager['status'];
}

/** `t/orders`, a stored MySQL of generation 1. */
export function aDatabaseManager({ spec = {}, metadata = {}, status }: Wish = {}): DatabaseManager {
  return {
    apiVersion: API_VERSION,
    kind: KIND,
    metadata: {
      name: 'orders',
      namespace: 't',
      uid: 'uid-orders',
      generation: 1,
      resourceVersion: '1',
      ...metadata,
    },
    spec,
    ...(status === undefined ? {} : { status }),
  };
}
