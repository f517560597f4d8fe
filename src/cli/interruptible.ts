/** @module Input that may never come, read until the user wants to stop. */

/** The pieces of `stream`. Rejects with the signal's reason as soon as that is aborted, also while waiting. */
export async function* interruptible<T>(stream: AsyncIterable<T>, signal: AbortSignal): AsyncGenerator<T> {
  const pieces = stream[Symbol.asyncIterator]();
  const stopped = Promise.withResolvers<never>();
  const stop = () => stopped.reject(signal.reason);
  signal.addEventListener('abort', stop, { once: true });
  try {
    signal.throwIfAborted();
    for (;;) {
      const next = await Promise.race([pieces.next(), stopped.promise]);
      if (next.done === true) return;
      yield next.value;
    }
  } finally {
    signal.removeEventListener('abort', stop);
  }
}
