/** @module Who wants to know what goes through a queue, to measure it. */
import type { Priority } from './queue.ts';

/** Told of every step of a key. Must not throw. */
export interface QueueObserver {
  /** `key` waits to be got. Told again when a waiting key is raised to another priority. */
  waits(key: string, priority: Priority): void;
  /** A worker has it now. */
  got(key: string): void;
  /** The worker has given it back. */
  done(key: string): void;
  /** A key was added for later. */
  retried(): void;
}
