/** @module Notices when a stream has gone silent. */
import type { Clock } from '../clock.ts';

export interface InactivityLimit {
  readonly limitMs: number;
  readonly clock: Clock;
  /** Called once, when nothing came for so long; it should make the stream end. */
  readonly silent: () => void;
}

/** The same chunks. Time in which the consumer is busy does not count. */
export async function* withInactivityLimit(
  chunks: AsyncIterable<Uint8Array>,
  { limitMs, clock, silent }: InactivityLimit,
): AsyncGenerator<Uint8Array> {
  const finished = new AbortController();
  let waitingSince: number | undefined = clock.monotonic();
  const watch = async () => {
    for (;;) {
      const left = limitMs - (waitingSince === undefined ? 0 : clock.monotonic() - waitingSince);
      if (left <= 0) return silent();
      await clock.sleep(left, finished.signal);
    }
  };
  watch().catch(() => {});
  try {
    for await (const chunk of chunks) {
      waitingSince = undefined;
      yield chunk;
      waitingSince = clock.monotonic();
    }
  } finally {
    finished.abort();
  }
}
