/** @module What Prometheus is answered. */
import type { Pages } from '../manager/http-stage.ts';
import type { Metrics } from './metrics.ts';

/** `/metrics`: the measures as they are now. */
export function metricsPages(measures: Pick<Metrics, 'page'>): Pages {
  return {
    async '/metrics'() {
      const { contentType, text } = await measures.page();
      return { status: 200, contentType, text };
    },
  };
}
