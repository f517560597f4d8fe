/** @module Shows each request and its answer, as kubectl does from -v 6 on. */
import type { Clock } from '../../kube/clock.ts';
import type { Transport } from '../../kube/transport.ts';

/** A transport that tells `log` one line per answer. Headers and bodies are never shown: they hold secrets. */
export function withRequestLog(
  transport: Transport,
  { clock, log }: { readonly clock: Clock; readonly log: (line: string) => void },
): Transport {
  const { ready } = transport;
  return {
    server: transport.server,
    ...(ready !== undefined && { ready: () => ready.call(transport) }),
    close: () => transport.close(),
    async send(request) {
      const start = clock.monotonic();
      const response = await transport.send(request);
      const ms = Math.round(clock.monotonic() - start);
      log(`${request.method} ${transport.server}${request.path} ${response.status} in ${ms} ms`);
      return response;
    },
  };
}
