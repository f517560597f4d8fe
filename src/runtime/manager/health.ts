/** @module What a kubelet's probes are answered. */
import type { Pages } from './http-stage.ts';

/** Why the program is not ready; undefined when it is. */
export type ReadinessCheck = () => string | undefined;

/** `/healthz` says ok while the process can answer at all, `/readyz` when `isReady` finds nothing wrong, else 503. */
export function healthPages(isReady: ReadinessCheck): Pages {
  return {
    '/healthz': () => ({ status: 200, text: 'ok' }),
    '/readyz'() {
      const reason = isReady();
      return reason === undefined ? { status: 200, text: 'ok' } : { status: 503, text: reason };
    },
  };
}
