/** @module All metrics of a controller, with the names that controller-runtime and client-go have given them. */
import type { Clock } from '../../kube/clock.ts';
import { observeLeader } from './leader-metrics.ts';
import type { Metrics } from './metrics.ts';
import { collectDefaultMetrics, Registry } from './prometheus.ts';
import { queueMetrics } from './queue-metrics.ts';
import { requestMetrics } from './request-metrics.ts';
import { workerMetrics } from './worker-metrics.ts';

export interface MetricsOptions {
  /** The label `controller`, and `name` of its queue: the kind in lower case, as in controller-runtime. */
  readonly controller: string;
  readonly clock: Clock;
}

/** Measures in a registry of its own, with Node's process metrics beside what the observers are told. */
export function createMetrics({ controller, clock }: MetricsOptions): Metrics {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  return {
    queue: queueMetrics(registry, controller, clock),
    workers: workerMetrics(registry, controller),
    onRequest: requestMetrics(registry),
    observeLeader: (name, isLeader) => observeLeader(registry, name, isLeader),
    page: async () => ({ contentType: registry.contentType, text: await registry.metrics() }),
  };
}
