/** @module Records events without ever holding up or failing the one who reports them. */
import { hostname } from 'node:os';
import type { Writer } from '../../kube/client.ts';
import { type Clock, systemClock } from '../../kube/clock.ts';
import { isNamespaceTerminating, StatusError } from '../../kube/status-error.ts';
import type { EventNote } from './event-body.ts';
import { EventCorrelator, type Series } from './event-correlator.ts';
import { createEventWriter, type EventWriter } from './event-writer.ts';

export type { EventNote } from './event-body.ts';

export interface EventRecorderOptions {
  readonly client: Pick<Writer, 'create' | 'patch'>;
  readonly clock?: Clock;
  /** Who reports, as `kubectl describe` shows it. */
  readonly component: string;
  /** Default: the host's name. */
  readonly instance?: string;
  /** An event was given up, or dropped because too many wait. Must not throw. */
  readonly onError: (error: unknown) => void;
}

export interface EventRecorder {
  /** Takes note and returns at once; the writing happens behind it. Never throws. */
  readonly record: (note: EventNote) => void;
  /** Resolves when all that was recorded is written or given up: within seconds. Never rejects. */
  readonly flush: () => Promise<void>;
}

/** Events waiting to be written; more are dropped. */
const MAX_WAITING = 1000;
const MAX_TRIES = 3;
const RETRY_MS = 500;
/** The server limits an instance's name. */
const MAX_INSTANCE = 128;
/** Repetitions of an event are written at most once in so long; its first one at once. */
const REPEAT_MS = 60_000;

/**
 * Flow: `record` → equal events become one that counts → a queue → one write at a time.
 *
 * Guarantees: memory and the time of a flush are bounded; an object that causes ever new events is cut off after 25
 * and may cause one more every 5 minutes.
 *
 * Caveats: events are lost when the process dies, or the server refuses them three times.
 */
export function createEventRecorder(options: EventRecorderOptions): EventRecorder {
  const { client, clock = systemClock, component, instance = hostname(), onError } = options;
  const source = { component, instance: instance.slice(0, MAX_INSTANCE) };
  const outbox = new Outbox({ clock, write: createEventWriter(client, source), onError });
  const correlator = new EventCorrelator(clock);
  return {
    record(note) {
      const series = correlator.observe(note);
      if (series !== undefined) outbox.add(series);
    },
    flush: () => outbox.flush(),
  };
}

interface OutboxOptions {
  readonly clock: Clock;
  readonly write: EventWriter;
  readonly onError: (error: unknown) => void;
}

class Outbox {
  readonly #options: OutboxOptions;
  readonly #waiting = new Set<Series>();
  /** Repetitions not yet due. */
  readonly #held = new Map<Series, AbortController>();
  #sending: Promise<void> | undefined;

  constructor(options: OutboxOptions) {
    this.#options = options;
  }

  add(series: Series): void {
    const { clock } = this.#options;
    if (this.#waiting.has(series) || this.#held.has(series)) return;
    const isFirstRepetition = series.writtenCount < 2;
    const dueIn = (series.writtenAt ?? -REPEAT_MS) + REPEAT_MS - clock.monotonic();
    if (isFirstRepetition || dueIn <= 0) {
      this.#send(series);
      return;
    }
    const released = new AbortController();
    this.#held.set(series, released);
    clock.sleep(dueIn, released.signal).then(
      () => this.#release(series),
      () => undefined,
    );
  }

  async flush(): Promise<void> {
    for (const [series, released] of this.#held) {
      released.abort();
      this.#release(series);
    }
    await this.#sending;
  }

  #release(series: Series): void {
    this.#held.delete(series);
    this.#send(series);
  }

  #send(series: Series): void {
    if (this.#waiting.size >= MAX_WAITING) {
      this.#options.onError(
        new Error(`more than ${MAX_WAITING} events wait to be written: dropping new ones`),
      );
      return;
    }
    this.#waiting.add(series);
    this.#sending ??= this.#sendAll().finally(() => {
      this.#sending = undefined;
    });
  }

  async #sendAll(): Promise<void> {
    // Leaves the caller's stack first: recording never does the writing itself.
    await Promise.resolve();
    for (const series of this.#waiting) {
      this.#waiting.delete(series);
      await this.#write(series);
    }
  }

  async #write(series: Series): Promise<void> {
    const { clock, write, onError } = this.#options;
    for (let tries = 1; ; tries += 1) {
      const { count } = series;
      try {
        await write(series);
        series.writtenCount = count;
        series.writtenAt = clock.monotonic();
        return;
      } catch (error) {
        if (isNamespaceTerminating(error)) return;
        if (tries === MAX_TRIES || !mayPass(error)) return onError(error);
        await clock.sleep(RETRY_MS * tries);
      }
    }
  }
}

/** No answer, too many requests, or the server's own trouble: another try may do. */
function mayPass(error: unknown): boolean {
  return !(error instanceof StatusError) || error.code === 429 || error.code >= 500;
}
