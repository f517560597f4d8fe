/** @module A queue that can take keys for later. */
import type { Clock } from '../../kube/clock.ts';
import { type Priority, Queue } from './queue.ts';
import type { QueueObserver } from './queue-observer.ts';

/** The longest delay one timer of Node can hold, a little under 25 days. */
const LONGEST_SLEEP_MS = 2 ** 31 - 1;

interface Appointment {
  readonly key: string;
  readonly at: number;
  readonly priority: Priority;
}

/**
 * Adds `addAfter` to the queue.
 *
 * Guarantees: a key has at most one appointment, the earlier of two wins; an appointment is kept by `add` and then
 * follows the rules of {@link Queue}. An `add` before the time does not cancel it. Delays are monotonic: a jump of
 * the wall clock neither fires nor delays one. Shutting down cancels all.
 */
export class DelayingQueue extends Queue {
  readonly #clock: Clock;
  readonly #observer: QueueObserver | undefined;
  /** Latest first, so that the next one is popped off the end. */
  readonly #appointments: Appointment[] = [];
  readonly #byKey = new Map<string, Appointment>();
  #timer: { readonly at: number; readonly cancel: AbortController } | undefined;

  constructor(clock: Clock, observer?: QueueObserver) {
    super(observer);
    this.#clock = clock;
    this.#observer = observer;
  }

  /** Adds `key` once `ms` have passed, at once when that is not positive. */
  addAfter(key: string, ms: number, priority: Priority = 'normal'): void {
    if (this.shuttingDown) return;
    this.#observer?.retried();
    if (!(ms > 0)) {
      this.add(key, priority);
      return;
    }
    const appointment = { key, at: this.#clock.monotonic() + ms, priority };
    const present = this.#byKey.get(key);
    if (present !== undefined && present.at <= appointment.at) return;
    if (present !== undefined) this.#appointments.splice(this.#appointments.indexOf(present), 1);
    this.#byKey.set(key, appointment);
    this.#appointments.splice(this.#positionOf(appointment.at), 0, appointment);
    this.#arm();
  }

  override shutDown(): void {
    this.#appointments.length = 0;
    this.#byKey.clear();
    this.#timer?.cancel.abort();
    this.#timer = undefined;
    super.shutDown();
  }

  /** Before all that are due at the same time or earlier: equal times fire in the order they were made. */
  #positionOf(at: number): number {
    let low = 0;
    let high = this.#appointments.length;
    while (low < high) {
      const middle = (low + high) >>> 1;
      if ((this.#appointments[middle]?.at ?? 0) > at) low = middle + 1;
      else high = middle;
    }
    return low;
  }

  #arm(): void {
    const next = this.#appointments.at(-1);
    if (next === undefined || (this.#timer !== undefined && this.#timer.at <= next.at)) return;
    this.#timer?.cancel.abort();
    const cancel = new AbortController();
    this.#timer = { at: next.at, cancel };
    const wait = Math.min(Math.max(0, next.at - this.#clock.monotonic()), LONGEST_SLEEP_MS);
    this.#clock.sleep(wait, cancel.signal).then(
      () => this.#fire(),
      () => undefined,
    );
  }

  #fire(): void {
    this.#timer = undefined;
    const now = this.#clock.monotonic();
    for (let next = this.#appointments.at(-1); next !== undefined && next.at <= now; ) {
      this.#appointments.pop();
      this.#byKey.delete(next.key);
      this.add(next.key, next.priority);
      next = this.#appointments.at(-1);
    }
    this.#arm();
  }
}
