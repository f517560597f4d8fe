/** @module Builders of DatabaseManagers for tests: a sound one, of which a test states only what differs. */
import type {
  DatabaseManager,
  DatabaseManagerSpec,
  DatabaseManagerStatus,
} from '../../src/api/database-manager.ts';

interface Parts {
  readonly name?: string;
  readonly spec?: DatabaseManagerSpec;
  readonly status?: DatabaseManagerStatus;
}

/** `orders`, with an empty spec. */
export function aDatabaseManager({ name = 'orders', spec = {}, status }: Parts = {}): DatabaseManager {
  return {
    apiVersion: 'coolops.cn/v1alpha1',
    kind: 'DatabaseManager',
    metadata: { name, namespace: 't' },
    spec,
    ...(status === undefined ? {} : { status }),
  };
}
