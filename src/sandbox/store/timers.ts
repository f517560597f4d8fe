/** @module When which simulated controller wants to run again, kept with the objects so that any process can do it. */
import { fieldsOf, numberOf } from '../values/fields.ts';
import type { Store } from './store.ts';

/** A wake-up call that has come due. */
export interface Timer {
  readonly controller: string;
  readonly key: string;
}

/** The wake-up calls of the simulated controllers. */
export class Timers {
  readonly #store: Store;

  constructor(store: Store) {
    this.#store = store;
  }

  /** The earliest time asked for, in milliseconds since 1970. */
  next(): number | undefined {
    return numberOf(fieldsOf(this.#store.statement('SELECT min(due) AS due FROM timers').get()).due);
  }

  /** Asks for a wake-up; the earlier of two times for one key wins. */
  set({ controller, key }: Timer, due: number): void {
    this.#store
      .statement('INSERT INTO timers VALUES (?, ?, ?) ON CONFLICT DO UPDATE SET due = min(due, excluded.due)')
      .run(controller, key, Math.ceil(due));
  }

  /** Takes out everything due at `now`, earliest first. */
  take(now: number): readonly Timer[] {
    const due = this.#store
      .statement('SELECT controller, key FROM timers WHERE due <= ? ORDER BY due, controller, key')
      .all(now)
      .map(({ controller, key }) => ({ controller: String(controller), key: String(key) }));
    if (due.length > 0) this.#store.statement('DELETE FROM timers WHERE due <= ?').run(now);
    return due;
  }
}
