/** @module The controller of DatabaseManagers: the generic machinery, wired to the reconcile core. */
import { randomUUID } from 'node:crypto';
import { hostname } from 'node:os';
import { databaseManagers } from '../api/database-manager.ts';
import { MANAGED_BY_LABEL, MANAGER } from '../core/labels.ts';
import { createSecretSource } from '../core/random-secrets.ts';
import type { Client } from '../kube/client.ts';
import { type Clock, systemClock } from '../kube/clock.ts';
import { configMaps, deployments, persistentVolumeClaims, secrets, services } from '../kube/resources.ts';
import { cachedReader, observeWrite } from './cache/cached-reader.ts';
import { Informers } from './cache/informers.ts';
import { Gate } from './controller/gate.ts';
import { childHandler, childIndices, instanceHandler, instanceIndices } from './database-manager-handlers.ts';
import { reconcileInstance } from './database-manager-passes.ts';
import { createEventRecorder } from './events/recorder.ts';
import { interceptWrites } from './intercept-writes.ts';
import { LeaderElectionError } from './leaderelection/leader-election-error.ts';
import { LeaderElector } from './leaderelection/leader-elector.ts';
import { DEFAULT_LEASE } from './leaderelection/lease-record.ts';
import type { Logger } from './logging/logger.ts';
import { reportState } from './logging/report-state.ts';
import { healthPages } from './manager/health.ts';
import type { BindAddress } from './manager/http-stage.ts';
import { runStages, type Stage } from './manager/run-stages.ts';
import { type Site, serverStages } from './manager/server-stages.ts';
import {
  cachesStage,
  eventsStage,
  leaderElectionStage,
  openGateStage,
  workersStage,
} from './manager/stages.ts';
import type { Metrics } from './metrics/metrics.ts';
import { metricsPages } from './metrics/metrics-pages.ts';
import { RateLimitingQueue } from './workqueue/rate-limiting-queue.ts';

/** Who the controller is, in events and as the name of its Lease. */
export const COMPONENT = 'database-manager-controller';

export interface LeaderElectionOptions {
  readonly enabled: boolean;
  /** Of the Lease. Default `kube-system`. */
  readonly namespace?: string | undefined;
  /** Default: the host's name and a random part. */
  readonly identity?: string | undefined;
  /** In ms; defaults 15 000, 10 000 and 2000. */
  readonly leaseDurationMs?: number;
  readonly renewDeadlineMs?: number;
  readonly retryPeriodMs?: number;
}

export interface ControllerOptions {
  readonly client: Client;
  readonly clock?: Clock | undefined;
  /** Default 2. */
  readonly workers?: number | undefined;
  /** Default: all. With some, rights in them suffice. */
  readonly namespaces?: readonly string[] | undefined;
  /** How often every instance is looked at though nothing changed, in ms. Default 30 000, 0 for never. */
  readonly resyncMs?: number | undefined;
  /** Default: enabled. */
  readonly leaderElection?: LeaderElectionOptions | undefined;
  /** Where probes are answered. Default: nowhere. */
  readonly health?: BindAddress | undefined;
  /** What is measured, and where `/metrics` is served; the address may be the one of probes. Default: nothing. */
  readonly metrics?: (BindAddress & { readonly measures: Metrics }) | undefined;
  readonly logger: Logger;
  /** Its abort stops the controller cleanly. */
  readonly signal: AbortSignal;
  /** How long passes under way may take to end before they are aborted, in ms. Default 30 000. */
  readonly shutdownTimeoutMs?: number | undefined;
  /** Caches are filled, leadership is won and workers run. */
  readonly onReady?: (() => void) | undefined;
}

/** A watch may be down for so long before the controller counts as not ready. */
const TOLERATED_OUTAGE_MS = 60_000;

/**
 * Reconciles until `signal` is aborted, then resolves when everything has stopped. Survives whatever the server does;
 * a controller that loses leadership stops working and becomes a candidate again. Rejects with a LeaderElectionError
 * when it may not have the Lease at all.
 */
export async function runController(options: ControllerOptions): Promise<void> {
  const { clock = systemClock, logger, signal, shutdownTimeoutMs } = options;
  logger.info('Starting DatabaseManager controller', { server: options.client.server });
  await runStages(stagesOf(options), {
    signal,
    clock,
    shutdownTimeoutMs,
    onReady: () => {
      logger.info('Started workers', { workers: options.workers ?? 2 });
      options.onReady?.();
    },
    onStopping: () => logger.info('Shutting down workers'),
  });
  logger.info('Stopped');
}

function stagesOf(options: ControllerOptions): readonly Stage[] {
  const { client, clock = systemClock, workers, metrics, logger } = options;
  const queue = new RateLimitingQueue(clock, undefined, metrics?.measures.queue);
  const informers = createInformers(options, queue);
  const elector = createElector(options);
  if (elector !== undefined) metrics?.measures.observeLeader(DEFAULT_LEASE.name, () => elector.isLeader);
  const fenced = interceptWrites(client, { before: () => assertLeading(elector) });
  const onError = (error: unknown) => logger.warn('an event could not be recorded', { error });
  const recorder = createEventRecorder({ client: fenced, clock, component: COMPONENT, onError });
  const reconcile = reconcileInstance(logger, {
    reader: cachedReader(informers.caches, client),
    live: client,
    writer: interceptWrites(fenced, {
      after: (resource, object) => observeWrite(informers.caches, resource, object),
    }),
    record: recorder.record,
    now: clock.now,
    secrets: createSecretSource(),
  });
  const gate = new Gate();
  return [
    ...serverStages(sitesOf(options, informers), logger),
    announced(cachesStage(informers), () => logger.info('Waiting for informer caches to sync')),
    elector === undefined ? openGateStage(gate) : leadershipStage(options, { elector, gate, informers }),
    eventsStage(recorder),
    workersStage({
      queue,
      reconcile,
      gate,
      logger,
      clock,
      observer: metrics?.measures.workers,
      ...(workers === undefined ? {} : { workers }),
    }),
  ];
}

function sitesOf({ health, metrics }: ControllerOptions, informers: Informers): readonly Site[] {
  const sites: Site[] = [];
  if (health !== undefined) sites.push({ ...health, pages: healthPages(() => whyNotReady(informers)) });
  if (metrics !== undefined) sites.push({ ...metrics, pages: metricsPages(metrics.measures) });
  return sites;
}

function createInformers(options: ControllerOptions, queue: RateLimitingQueue): Informers {
  const { client, clock = systemClock, namespaces, resyncMs, logger } = options;
  const informers = new Informers({
    client,
    clock,
    namespaces,
    resyncMs,
    onHandlerError: (error) => logger.error('an event handler failed', { error }),
    onState: reportState(logger),
  });
  const instances = informers.add(databaseManagers, {
    indices: instanceIndices,
    handler: instanceHandler(queue),
  });
  const settings = {
    labelSelector: `${MANAGED_BY_LABEL}=${MANAGER}`,
    indices: childIndices,
    handler: childHandler(queue, () => instances.map(({ lister }) => lister)),
  };
  informers.add(deployments, settings);
  informers.add(services, settings);
  informers.add(secrets, settings);
  informers.add(configMaps, settings);
  informers.add(persistentVolumeClaims, settings);
  return informers;
}

function createElector({ client, clock = systemClock, leaderElection, logger }: ControllerOptions) {
  const { enabled, namespace, identity, ...durations } = leaderElection ?? { enabled: true };
  if (!enabled) return undefined;
  return new LeaderElector({
    ...durations,
    client,
    clock,
    lease: { ...DEFAULT_LEASE, ...(namespace === undefined ? {} : { namespace }) },
    identity: identity ?? `${hostname()}_${randomUUID()}`,
    onProblem: (error) => logger.warn('a request for the lease failed', { error }),
    onHolder: (holder) => logger.info('The leader is', { holder }),
  });
}

interface LeadershipParts {
  readonly elector: LeaderElector;
  readonly gate: Gate;
  readonly informers: Informers;
}

function leadershipStage(
  { logger }: ControllerOptions,
  { elector, gate, informers }: LeadershipParts,
): Stage {
  const stage = leaderElectionStage({
    elector,
    gate,
    onLeading: () => informers.resync(),
    onLost: (error) => logger.error('Stopped working; trying to lead again', { error }),
  });
  return announced(stage, () => logger.info('Waiting for leadership'));
}

function assertLeading(elector: LeaderElector | undefined): void {
  if (elector !== undefined && !elector.isLeader)
    throw new LeaderElectionError('not written: this controller does not lead any more');
}

function whyNotReady(informers: Informers): string | undefined {
  if (!informers.hasSynced) return 'caches are not filled yet';
  return informers.brokenForMs > TOLERATED_OUTAGE_MS ? 'the server cannot be watched' : undefined;
}

function announced(stage: Stage, announce: () => void): Stage {
  return {
    start(signal, fail) {
      announce();
      return stage.start(signal, fail);
    },
    stop: (cutOff) => stage.stop(cutOff),
  };
}
