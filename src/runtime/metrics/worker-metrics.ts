/** @module Metrics of the passes, named as in controller-runtime. */
import type { Outcome } from '../controller/outcome.ts';
import type { WorkerObserver } from '../controller/worker-observer.ts';
import { Counter, Gauge, Histogram, type Registry } from './prometheus.ts';

const BUCKETS = [
  ...[0.005, 0.01, 0.025, 0.05, 0.1, 0.15, 0.2, 0.25, 0.3, 0.35, 0.4, 0.45, 0.5, 0.6, 0.7, 0.8, 0.9, 1],
  ...[1.25, 1.5, 1.75, 2, 2.5, 3, 3.5, 4, 4.5, 5, 6, 7, 8, 9, 10, 15, 20, 25, 30, 40, 50, 60],
];

/** `requeue` is there for dashboards; a pass of ours asks for a time or fails. */
const RESULTS = ['success', 'error', 'requeue_after', 'requeue'] as const;

/** Counts passes by what became of them, under the label `controller`. */
export function workerMetrics(registry: Registry, controller: string): WorkerObserver {
  const settings = { labelNames: ['controller'] as const, registers: [registry] };
  const total = new Counter({
    name: 'controller_runtime_reconcile_total',
    help: 'Passes of the controller, by result.',
    labelNames: ['controller', 'result'],
    registers: [registry],
  });
  const errors = new Counter({
    name: 'controller_runtime_reconcile_errors_total',
    help: 'Passes of the controller that failed.',
    ...settings,
  });
  const terminalErrors = new Counter({
    name: 'controller_runtime_terminal_reconcile_errors_total',
    help: 'Passes of the controller that failed and are not tried again before something changes.',
    ...settings,
  });
  const time = new Histogram({
    name: 'controller_runtime_reconcile_time_seconds',
    help: 'Seconds that a pass takes.',
    buckets: BUCKETS,
    ...settings,
  });
  const most = new Gauge({
    name: 'controller_runtime_max_concurrent_reconciles',
    help: 'Passes that may be under way at once.',
    ...settings,
  });
  const active = new Gauge({
    name: 'controller_runtime_active_workers',
    help: 'Passes under way.',
    ...settings,
  });
  for (const result of RESULTS) total.inc({ controller, result }, 0);
  for (const counter of [errors, terminalErrors]) counter.inc({ controller }, 0);
  active.set({ controller }, 0);
  return {
    workers: (count) => most.set({ controller }, count),
    began: () => active.inc({ controller }),
    ended(outcome, ms) {
      active.dec({ controller });
      time.observe({ controller }, ms / 1000);
      total.inc({ controller, result: resultOf(outcome) });
      if (outcome.type !== 'done') errors.inc({ controller });
      if (outcome.type === 'terminal') terminalErrors.inc({ controller });
    },
  };
}

function resultOf(outcome: Outcome): (typeof RESULTS)[number] {
  switch (outcome.type) {
    case 'done':
      return outcome.requeueAfterMs === undefined ? 'success' : 'requeue_after';
    case 'retry':
    case 'terminal':
      return 'error';
  }
}
