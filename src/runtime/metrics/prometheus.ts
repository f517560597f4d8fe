/** @module The parts of prom-client that dbm uses. */
export { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';
