/** @module Waiting that can be given up. */

export interface Abortable<T> {
  readonly signal: AbortSignal | undefined;
  /** What becomes of a result that nobody waits for any more. */
  readonly unwanted: (result: T) => void;
}

/** The result of `promise`, or the signal's reason if that comes first; the work itself goes on. */
export function unlessAborted<T>(promise: Promise<T>, { signal, unwanted }: Abortable<T>): Promise<T> {
  if (signal === undefined) return promise;
  const { promise: result, resolve, reject } = Promise.withResolvers<T>();
  const onAbort = () => {
    reject(signal.reason);
    promise.then(unwanted, () => {});
  };
  if (signal.aborted) onAbort();
  else signal.addEventListener('abort', onAbort, { once: true });
  promise.then(resolve, reject).finally(() => signal.removeEventListener('abort', onAbort));
  return result;
}
