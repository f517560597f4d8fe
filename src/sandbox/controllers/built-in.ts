/** @module The simulated controllers of the sandbox, in the order in which they are offered a change. */
import type { SimulatedController } from '../world.ts';
import { deploymentController } from './deployment/deployment-controller.ts';
import { eventExpiry } from './event-expiry.ts';
import { garbageCollector } from './garbage-collector.ts';
import { namespaceTermination } from './namespace-termination.ts';
import { nodeController } from './node.ts';
import { podController } from './pod/pod-controller.ts';
import { replicaSetController } from './replica-set.ts';
import { serviceAccountController } from './service-account.ts';
import { serviceEndpoints } from './service-endpoints.ts';
import { volumeBinding } from './volume-binding.ts';

/** What a cluster does by itself, for `openSandbox`. */
export const builtInControllers: readonly SimulatedController[] = [
  nodeController,
  serviceAccountController,
  deploymentController,
  replicaSetController,
  volumeBinding,
  podController,
  serviceEndpoints,
  garbageCollector,
  namespaceTermination,
  eventExpiry,
];
