/** @module Metrics of the requests to the API server, named as in client-go. */
import type { RequestObserver } from '../../kube/rest/request-observer.ts';
import { Counter, Histogram, type Registry } from './prometheus.ts';

const BUCKETS = [0.005, 0.025, 0.1, 0.25, 0.5, 1, 2, 4, 8, 15, 30, 60];

/** What client-go writes for the code of a request that was not answered. */
const NO_ANSWER = '<error>';

/** Counts requests by code, method and host; how long they took by verb and host, without watches. */
export function requestMetrics(registry: Registry): RequestObserver {
  const registers = [registry];
  const total = new Counter({
    name: 'rest_client_requests_total',
    help: 'Requests to the API server, by status code, method and host.',
    labelNames: ['code', 'method', 'host'],
    registers,
  });
  const duration = new Histogram({
    name: 'rest_client_request_duration_seconds',
    help: 'Seconds from sending a request to the end of its answer, by verb and host; without watches.',
    labelNames: ['verb', 'host'],
    buckets: BUCKETS,
    registers,
  });
  return ({ method, server, code, ms }) => {
    const host = hostOf(server);
    total.inc({ code: code ?? NO_ANSWER, method, host });
    if (ms !== undefined) duration.observe({ verb: method, host }, ms / 1000);
  };
}

/** The sandbox is no URL. */
function hostOf(server: string): string {
  return URL.parse(server)?.host || server;
}
