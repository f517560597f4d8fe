/** @module Runs the simulated controllers on what a transaction changed, until nothing changes any more. */
import type { Timers } from '../store/timers.ts';
import type { Transaction } from '../store/transaction.ts';
import type { SimulatedController } from '../world.ts';
import { StoredWorld, toChange } from './stored-world.ts';

/** Far above what any real chain of changes needs: a controller that never rests is a fault, not a load. */
const MAX_RUNS_PER_KEY = 1000;

export interface SettleOptions {
  readonly controllers: readonly SimulatedController[];
  readonly timers: Timers;
  readonly now: number;
}

/** Runs due timers first, then whatever the changes concern. Throws when the controllers do not come to rest. */
export function settle(transaction: Transaction, { controllers, timers, now }: SettleOptions): void {
  const world = new StoredWorld(transaction, timers, now);
  const queue = new Map<string, { controller: SimulatedController; key: string }>();
  const enqueue = (controller: SimulatedController, key: string) => {
    queue.set(`${controller.name}\n${key}`, { controller, key });
  };
  for (const { controller: name, key } of timers.take(now)) {
    const controller = controllers.find((candidate) => candidate.name === name);
    if (controller !== undefined) enqueue(controller, key);
  }
  let seen = 0;
  const runs = new Map<string, number>();
  for (;;) {
    for (; seen < transaction.changes.length; seen += 1) {
      const stored = transaction.changes[seen];
      if (stored === undefined) continue;
      const change = toChange(stored);
      for (const controller of controllers)
        for (const key of controller.concerns(change)) enqueue(controller, key);
    }
    const [next] = queue;
    if (next === undefined) return;
    const [id, { controller, key }] = next;
    queue.delete(id);
    const count = (runs.get(id) ?? 0) + 1;
    runs.set(id, count);
    if (count > MAX_RUNS_PER_KEY) {
      throw new Error(`simulated controller ${controller.name} does not come to rest on ${key}`);
    }
    controller.reconcile(world, key);
  }
}
