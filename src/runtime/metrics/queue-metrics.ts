/** @module Metrics of a workqueue, named as in client-go and labelled as in controller-runtime. */
import type { Clock } from '../../kube/clock.ts';
import type { Priority } from '../workqueue/queue.ts';
import type { QueueObserver } from '../workqueue/queue-observer.ts';
import { Counter, Gauge, Histogram, type Registry } from './prometheus.ts';

/** From 10 ns in steps of ten, 12 of them. */
const BUCKETS = [1e-8, 1e-7, 1e-6, 1e-5, 1e-4, 1e-3, 0.01, 0.1, 1, 10, 100, 1000];

/** The numbers that controller-runtime has for them. */
const PRIORITY_LABELS: Readonly<Record<Priority, string>> = { normal: '0', low: '-100' };

interface Waiting {
  readonly since: number;
  readonly priority: Priority;
}

/** Measures the queue of `controller`, under the labels `name` and `controller`. Ages are taken at each scrape. */
export function queueMetrics(registry: Registry, controller: string, clock: Clock): QueueObserver {
  const labels = { name: controller, controller };
  const waiting = new Map<string, Waiting>();
  /** Since when. */
  const processing = new Map<string, number>();
  const { adds, retries } = counters(registry, labels);
  const { queueDuration, workDuration } = histograms(registry);
  depthGauge(registry, labels, () => waiting.values());
  ageGauges(registry, labels, () => [...processing.values()].map((since) => secondsSince(since, clock)));
  return {
    waits(key, priority) {
      const present = waiting.get(key);
      if (present === undefined) adds.inc(labels);
      waiting.set(key, { since: present?.since ?? clock.monotonic(), priority });
    },
    got(key) {
      const present = waiting.get(key);
      if (present !== undefined) queueDuration.observe(labels, secondsSince(present.since, clock));
      waiting.delete(key);
      processing.set(key, clock.monotonic());
    },
    done(key) {
      const since = processing.get(key);
      if (since !== undefined) workDuration.observe(labels, secondsSince(since, clock));
      processing.delete(key);
    },
    retried: () => retries.inc(labels),
  };
}

type Labels = Readonly<Record<'name' | 'controller', string>>;

const LABEL_NAMES = ['name', 'controller'] as const;

function counters(registry: Registry, labels: Labels) {
  const settings = { labelNames: LABEL_NAMES, registers: [registry] };
  const adds = new Counter({
    name: 'workqueue_adds_total',
    help: 'Keys that were added while they did not wait yet.',
    ...settings,
  });
  const retries = new Counter({
    name: 'workqueue_retries_total',
    help: 'Keys that were added for later.',
    ...settings,
  });
  for (const counter of [adds, retries]) counter.inc(labels, 0);
  return { adds, retries };
}

function histograms(registry: Registry) {
  const settings = { labelNames: LABEL_NAMES, buckets: BUCKETS, registers: [registry] };
  const queueDuration = new Histogram({
    name: 'workqueue_queue_duration_seconds',
    help: 'Seconds that a key waits for a worker.',
    ...settings,
  });
  const workDuration = new Histogram({
    name: 'workqueue_work_duration_seconds',
    help: 'Seconds that a worker has a key.',
    ...settings,
  });
  return { queueDuration, workDuration };
}

function depthGauge(registry: Registry, labels: Labels, waiting: () => Iterable<Waiting>): void {
  new Gauge({
    name: 'workqueue_depth',
    help: 'Keys that wait, by priority: -100 for the initial list and resyncs, 0 for changes.',
    labelNames: [...LABEL_NAMES, 'priority'],
    registers: [registry],
    collect() {
      for (const priority of Object.values(PRIORITY_LABELS)) this.set({ ...labels, priority }, 0);
      for (const { priority } of waiting()) this.inc({ ...labels, priority: PRIORITY_LABELS[priority] });
    },
  });
}

function ageGauges(registry: Registry, labels: Labels, ages: () => readonly number[]): void {
  const settings = { labelNames: LABEL_NAMES, registers: [registry] };
  new Gauge({
    name: 'workqueue_unfinished_work_seconds',
    help: 'Seconds that workers have spent on the keys they have now, all together. Grows while one is stuck.',
    ...settings,
    collect() {
      this.set(
        labels,
        ages().reduce((sum, age) => sum + age, 0),
      );
    },
  });
  new Gauge({
    name: 'workqueue_longest_running_processor_seconds',
    help: 'Seconds that the slowest worker has had its key.',
    ...settings,
    collect() {
      this.set(labels, Math.max(0, ...ages()));
    },
  });
}

function secondsSince(since: number, clock: Clock): number {
  return (clock.monotonic() - since) / 1000;
}
