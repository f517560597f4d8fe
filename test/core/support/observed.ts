/** @module Builds observations: nothing there, or everything there as dbm would have made it. */
import type { DatabaseManager } from '../../../src/api/database-manager.ts';
import type { Observed } from '../../../src/core/observed.ts';
import { plan } from '../../../src/core/plan.ts';
import type { Deployment } from '../../../src/kube/resources.ts';
import { countedSecrets } from './secrets.ts';
import { afterActions } from './simulate.ts';

/** An instance without children. */
export function nothingOf(dm: DatabaseManager, rest: Partial<Observed> = {}): Observed {
  return { dm, children: {}, pods: [], ...rest };
}

/** An instance with all its children, as the first pass makes them. */
export function madeOf(dm: DatabaseManager, rest: Partial<Observed> = {}): Observed {
  const observed = nothingOf(dm, rest);
  return afterActions(observed, plan(observed, { secrets: countedSecrets() }).actions);
}

/** The Deployment with a status as its controller writes it when all pods serve. */
export function ready(deployment: Deployment): Deployment {
  const replicas = deployment.spec?.replicas ?? 1;
  const generation = deployment.metadata.generation ?? 1;
  return {
    ...deployment,
    metadata: { ...deployment.metadata, generation },
    status: {
      observedGeneration: generation,
      replicas,
      updatedReplicas: replicas,
      readyReplicas: replicas,
      availableReplicas: replicas,
    },
  };
}
