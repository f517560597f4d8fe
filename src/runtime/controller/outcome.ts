/** @module What a pass over a key came to, and what that means for the queue. */
import type { RateLimitingQueue } from '../workqueue/rate-limiting-queue.ts';

/**
 * - `done`: nothing failed. `requeueAfterMs` says when to look again though nothing changes.
 * - `retry`: it failed and may succeed later.
 * - `terminal`: it failed and will fail until something changes, which then wakes the key.
 */
export type Outcome =
  | { readonly type: 'done'; readonly requeueAfterMs?: number | undefined }
  | { readonly type: 'retry'; readonly error: unknown }
  | { readonly type: 'terminal'; readonly error: unknown };

/** The one place that maps outcomes to queue operations. Returns in how many ms the key comes back, if it does. */
export function settle(queue: RateLimitingQueue, key: string, outcome: Outcome): number | undefined {
  switch (outcome.type) {
    case 'done':
      queue.forget(key);
      if (outcome.requeueAfterMs !== undefined) queue.addAfter(key, outcome.requeueAfterMs);
      return outcome.requeueAfterMs;
    case 'retry':
      return queue.addRateLimited(key);
    case 'terminal':
      queue.forget(key);
      return undefined;
  }
}
