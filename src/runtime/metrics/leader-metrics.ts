/** @module The metric of leader election, named as in client-go. */
import { Gauge, type Registry } from './prometheus.ts';

/** Says of the lease `name` at each scrape: 1 for its holder, 0 for a candidate. */
export function observeLeader(registry: Registry, name: string, isLeader: () => boolean): void {
  new Gauge({
    name: 'leader_election_master_status',
    help: 'Whether the lease is held: 1 by this process, 0 not by this process.',
    labelNames: ['name'],
    registers: [registry],
    collect() {
      this.set({ name }, isLeader() ? 1 : 0);
    },
  });
}
