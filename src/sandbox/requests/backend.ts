/** @module What every request handler works with. */
import type { Clock } from '../../kube/clock.ts';
import type { Registry } from '../kinds/registry.ts';
import type { Store } from '../store/store.ts';
import type { Timers } from '../store/timers.ts';
import { type History, Transaction } from '../store/transaction.ts';
import { settle } from '../world/settle.ts';
import type { SimulatedController } from '../world.ts';
import type { Wakeups } from './wakeups.ts';

export interface Backend {
  readonly store: Store;
  readonly timers: Timers;
  readonly registry: Registry;
  readonly clock: Clock;
  readonly controllers: readonly SimulatedController[];
  readonly history: History;
  readonly wakeups: Wakeups;
}

/**
 * Runs `change` as the only writer, then the simulated controllers on what it changed; all of it becomes visible
 * together. With `dryRun` nothing is kept and the controllers do not run.
 */
export function write<T>(backend: Backend, change: (transaction: Transaction) => T, dryRun = false): T {
  const { store, timers, clock, controllers, history, wakeups } = backend;
  let transaction: Transaction | undefined;
  let committed = false;
  try {
    const result = store.exclusive(
      () => {
        transaction = new Transaction(store);
        const answer = change(transaction);
        if (!dryRun) {
          settle(transaction, { controllers, timers, now: clock.now() });
          transaction.finish(history);
        }
        return answer;
      },
      () => !dryRun,
    );
    committed = !dryRun;
    return result;
  } finally {
    if (!committed) transaction?.abandon();
    else if ((transaction?.changes.length ?? 0) > 0) wakeups.wake();
  }
}

/** Lets the simulated controllers run whose time has come; costs one indexed look-up when there are none. */
export function advance(backend: Backend): void {
  const due = backend.timers.next();
  if (due !== undefined && due <= backend.clock.now()) write(backend, () => undefined);
}
