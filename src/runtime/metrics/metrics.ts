/** @module What a controller tells about itself to be measured, and what comes of it. */
import type { RequestObserver } from '../../kube/rest/request-observer.ts';
import type { WorkerObserver } from '../controller/worker-observer.ts';
import type { QueueObserver } from '../workqueue/queue-observer.ts';

/** A page of metrics. */
export interface MetricsPage {
  readonly contentType: string;
  readonly text: string;
}

/** The measures of one controller: observers to be handed to its parts, and a page to be scraped. */
export interface Metrics {
  readonly queue: QueueObserver;
  readonly workers: WorkerObserver;
  readonly onRequest: RequestObserver;
  /** From now on the page says whether the lease `name` is held, as `isLeader` answers when it is scraped. */
  observeLeader(name: string, isLeader: () => boolean): void;
  /** In the text format of Prometheus. */
  page(): Promise<MetricsPage>;
}
