/** @module Merges equal events into one that counts, and stops objects that cause too many. */
import type { Clock } from '../../kube/clock.ts';
import { type EventNote, eventName, type Occurrences } from './event-body.ts';

/** An event that was seen, and what is known of it on the server. */
export interface Series extends Occurrences {
  lastAt: number;
  count: number;
  /** When it was last written, on the monotonic clock; undefined while it never was. */
  writtenAt?: number;
  /** The count that is on the server. */
  writtenCount: number;
}

/** Distinct events remembered; the oldest is forgotten first. */
const MAX_SERIES = 1024;
/** A repetition after so long a silence is news. */
const SERIES_MS = 600_000;
/** Distinct events that an object may cause at once, and how long it takes to earn another. As in client-go. */
const BURST = 25;
const REFILL_MS = 300_000;

interface Allowance {
  tokens: number;
  at: number;
}

/** Remembers what was said. Bounded in memory; times are monotonic. */
export class EventCorrelator {
  readonly #clock: Clock;
  readonly #series = new Map<string, Series & { seenAt: number }>();
  readonly #allowances = new Map<string, Allowance>();

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  /** The series that the note belongs to, counted; undefined when its object has caused too many distinct ones. */
  observe(note: EventNote): Series | undefined {
    const { uid = '', namespace, name } = note.regarding.metadata;
    const key = JSON.stringify([
      uid,
      namespace,
      name,
      note.regarding.kind,
      note.type,
      note.reason,
      note.message,
    ]);
    const seenAt = this.#clock.monotonic();
    const known = this.#series.get(key);
    if (known !== undefined && seenAt - known.seenAt < SERIES_MS) {
      known.count += 1;
      known.lastAt = this.#clock.now();
      known.seenAt = seenAt;
      return known;
    }
    if (!this.#spend(uid)) return undefined;
    const now = this.#clock.now();
    const suffix = `${now.toString(16)}${randomHex()}`;
    const started = {
      name: eventName(note.regarding, suffix),
      note,
      firstAt: now,
      lastAt: now,
      count: 1,
      writtenCount: 0,
      seenAt,
    };
    remember(this.#series, key, started);
    return started;
  }

  #spend(uid: string): boolean {
    const at = this.#clock.monotonic();
    const before = this.#allowances.get(uid) ?? { tokens: BURST, at };
    const tokens = Math.min(BURST, before.tokens + (at - before.at) / REFILL_MS);
    const isAllowed = tokens >= 1;
    remember(this.#allowances, uid, { tokens: isAllowed ? tokens - 1 : tokens, at });
    return isAllowed;
  }
}

function remember<V>(map: Map<string, V>, key: string, value: V): void {
  map.delete(key);
  map.set(key, value);
  for (const oldest of map.keys()) {
    if (map.size <= MAX_SERIES) return;
    map.delete(oldest);
  }
}

/** Keeps apart the events of one millisecond, of one process or of several. */
function randomHex(): string {
  return Math.floor(Math.random() * 0x1_0000_0000)
    .toString(16)
    .padStart(8, '0');
}
