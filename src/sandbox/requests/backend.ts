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

/** After a longer rest the world wakes up so long ago, not when the first timer was due. */
const CATCH_UP_MS = 120_000;

/**
 * Lets the simulated controllers run whose time has come, each at its own time, so that a world that nobody looked at
 * has moved on as one that was watched. Costs one indexed look-up when there are none.
 */
export function advance(backend: Backend): void {
  const { timers, clock } = backend;
  const end = clock.now();
  for (let due = timers.next(); due !== undefined && due <= end; due = timers.next()) {
    const time = Math.max(due, end - CATCH_UP_MS);
    write({ ...backend, clock: { ...clock, now: () => time } }, () => undefined);
  }
}
