/** @module How a watch waits: for a change, for the time of its next bookmark, or for its end. */
import { type Call, isTrue } from './call.ts';

/** The real server picks a time between 30 and 60 minutes. */
const DEFAULT_TIMEOUT_MS = 45 * 60_000;

/** Between two looks at the table: until a wake-up, the next bookmark, or the end. */
export class Waiting {
  readonly #call: Call;
  readonly #end = new AbortController();
  readonly #stopListening: () => void;
  /** A reader that aborts may never ask for more, so nothing may be left waiting for it. */
  readonly #onAbort = () => {
    this.#finish('over');
    this.close();
  };
  #over = false;
  #woken = false;
  #resolve: ((what: 'look' | 'over') => void) | undefined;

  constructor(call: Call) {
    this.#call = call;
    const { backend, query, signal } = call;
    this.#stopListening = backend.wakeups.listen(() => this.#finish('look'));
    signal?.addEventListener('abort', this.#onAbort, { once: true });
    const seconds = Number(query.get('timeoutSeconds') ?? '0');
    this.#after(seconds > 0 ? seconds * 1000 : DEFAULT_TIMEOUT_MS, 'over');
    if (signal?.aborted) this.#onAbort();
  }

  /** Wake-ups from now on count for the next wait. */
  arm(): void {
    this.#woken = false;
  }

  /** `look` when the table may hold news or a bookmark is due, `over` when the watch has to end. */
  async next(bookmarkMs: number): Promise<'look' | 'over'> {
    if (this.#over) return 'over';
    if (this.#woken) return 'look';
    const { promise, resolve } = Promise.withResolvers<'look' | 'over'>();
    this.#resolve = resolve;
    const nap = new AbortController();
    if (isTrue(this.#call.query, 'allowWatchBookmarks')) this.#after(bookmarkMs, 'look', nap.signal);
    try {
      return await promise;
    } finally {
      nap.abort();
      this.#resolve = undefined;
    }
  }

  /** Leaves nothing running. Safe to call twice. */
  close(): void {
    this.#end.abort();
    this.#stopListening();
    this.#call.signal?.removeEventListener('abort', this.#onAbort);
  }

  #after(ms: number, what: 'look' | 'over', signal?: AbortSignal): void {
    const stop = signal === undefined ? this.#end.signal : AbortSignal.any([this.#end.signal, signal]);
    this.#call.backend.clock.sleep(Math.max(ms, 0), stop).then(
      () => this.#finish(what),
      (error: unknown) => {
        if (!stop.aborted) throw error;
      },
    );
  }

  #finish(what: 'look' | 'over'): void {
    if (what === 'over') this.#over = true;
    this.#woken = true;
    this.#resolve?.(what);
  }
}
