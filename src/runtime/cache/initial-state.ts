/** @module The beginning of a watch that streams: all objects there are, up to the bookmark that ends them. */
import type { WatchEvent } from '../../kube/client.ts';
import type { Clock } from '../../kube/clock.ts';
import { formatKey, type KubeObject, keyOf } from '../../kube/object.ts';
import { StatusError } from '../../kube/status-error.ts';

const END_ANNOTATION = 'k8s.io/initial-events-end';
/** A server that streams is not silent for so long before the end; one that ignores the wish is silent for ever. */
const SILENCE_MS = 10_000;

/** What a list would have answered, and what follows it. */
export interface InitialState<T extends KubeObject> {
  readonly items: readonly T[];
  readonly resourceVersion: string;
  /** The same watch. Has to be followed, or left. */
  readonly changes: AsyncIterable<WatchEvent<T>>;
}

/** How the watch is to be opened. */
export interface StreamOptions {
  readonly sendInitialEvents: true;
  readonly resourceVersionMatch: 'NotOlderThan';
  readonly onOpen: () => void;
  readonly signal: AbortSignal;
}

/** The server does not stream initial states: it refused to, or took no notice. */
export class NotStreamedError extends Error {
  override readonly name = 'NotStreamedError';
}

/**
 * Reads a watch until its initial state is complete. Rejects with a NotStreamedError where the server refuses it or,
 * once open, ends or is silent for 10 s without having said where the initial state ends; otherwise as the watch does.
 */
export async function readInitialState<T extends KubeObject>(
  open: (options: StreamOptions) => AsyncIterable<WatchEvent<T>>,
  { clock, signal }: { readonly clock: Clock; readonly signal: AbortSignal },
): Promise<InitialState<T>> {
  const patience = new Patience(clock);
  const events = open({
    sendInitialEvents: true,
    resourceVersionMatch: 'NotOlderThan',
    onOpen: () => patience.begin(),
    signal: AbortSignal.any([signal, patience.lost]),
  })[Symbol.asyncIterator]();
  try {
    const { items, resourceVersion } = await readToEnd(events, () => patience.heard());
    return { items, resourceVersion, changes: { [Symbol.asyncIterator]: () => events } };
  } catch (problem) {
    if (!signal.aborted) patience.lost.throwIfAborted();
    throw isRefused(problem) ? new NotStreamedError(problem.message, { cause: problem }) : problem;
  } finally {
    patience.end();
  }
}

async function readToEnd<T extends KubeObject>(events: AsyncIterator<WatchEvent<T>>, heard: () => void) {
  const objects = new Map<string, T>();
  for (;;) {
    const next = await events.next();
    if (next.done === true) throw new NotStreamedError('the watch ended before its initial state did');
    heard();
    const { type, object } = next.value;
    switch (type) {
      case 'BOOKMARK': {
        const { annotations, resourceVersion = '' } = object.metadata;
        if (annotations?.[END_ANNOTATION] !== 'true') break;
        return { items: [...objects.values()], resourceVersion };
      }
      case 'DELETED':
        // Changes may come before the end: the state is that of the end, not of the beginning.
        objects.delete(formatKey(keyOf(object)));
        break;
      case 'ADDED':
      case 'MODIFIED':
        objects.set(formatKey(keyOf(object)), object);
        break;
    }
  }
}

/** Servers that do not know the options, or whose feature gate is off, find them invalid. */
function isRefused(problem: unknown): problem is StatusError {
  if (!(problem instanceof StatusError)) return false;
  const { code, details } = problem.status;
  const isAboutOptions = details?.causes?.some(({ field }) => field === 'sendInitialEvents') ?? false;
  return code === 400 || code === 405 || code === 422 || isAboutOptions;
}

/** Lost after a silence; events and the end keep it. */
class Patience {
  readonly #clock: Clock;
  readonly #lost = new AbortController();
  readonly #ended = new AbortController();
  #heardAt = 0;

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  get lost(): AbortSignal {
    return this.#lost.signal;
  }

  begin(): void {
    this.heard();
    // The only rejection is the end.
    this.#wait().catch(() => undefined);
  }

  heard(): void {
    this.#heardAt = this.#clock.monotonic();
  }

  end(): void {
    this.#ended.abort();
  }

  async #wait(): Promise<void> {
    for (let left = SILENCE_MS; left > 0; left = this.#heardAt + SILENCE_MS - this.#clock.monotonic())
      await this.#clock.sleep(left, this.#ended.signal);
    this.#lost.abort(new NotStreamedError('the server did not say where the initial state ends'));
  }
}
