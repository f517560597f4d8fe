/** @module What a reconcile is given: it has no clock, network or random numbers of its own. */
import type { Reader, Writer } from '../kube/client.ts';
import type { EventNote } from './event-note.ts';
import type { SecretSource } from './secret-source.ts';

/** Passed through the whole pass. */
export interface ReconcileDeps {
  /** May be a cache, and a moment behind. Rejects with NotFound as a server does. */
  readonly reader: Reader;
  /** The server itself. */
  readonly live: Reader;
  readonly writer: Writer;
  /** Must not throw. Called once for each event, after what it tells has happened. */
  readonly record: (event: EventNote) => void;
  /** Wall time in milliseconds since 1970. */
  readonly now: () => number;
  readonly secrets: SecretSource;
  readonly signal?: AbortSignal | undefined;
}
