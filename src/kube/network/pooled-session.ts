/** @module One HTTP/2 connection and the requests on it. */
import type { ClientHttp2Session } from 'node:http2';
import type { Socket } from 'node:net';
import type { Clock } from '../clock.ts';
import { keepWatch } from './http2-health.ts';
import type { Place } from './http2-pool.ts';
import type { TlsMaterial } from './tls-material.ts';

export interface SessionParts {
  readonly socket: Socket;
  readonly clock: Clock;
  /** What the connection was made with. */
  readonly material: TlsMaterial;
}

/** Counts requests. While there are any, the connection is watched and keeps the process alive. */
export class PooledSession {
  readonly session: ClientHttp2Session;
  readonly material: TlsMaterial;
  /** Resolves when the server has told how many requests it takes at once, or the session has ended. */
  readonly told: Promise<void>;
  readonly #parts: SessionParts;
  #limit: number | undefined;
  #requests = 0;
  #watching: AbortController | undefined;

  constructor(session: ClientHttp2Session, parts: SessionParts) {
    this.session = session;
    this.material = parts.material;
    this.#parts = parts;
    const { promise, resolve } = Promise.withResolvers<void>();
    this.told = promise;
    session.on('remoteSettings', ({ maxConcurrentStreams }) => {
      this.#limit = maxConcurrentStreams ?? Number.POSITIVE_INFINITY;
      resolve();
    });
    session.once('close', resolve);
    // Each stream tells its own story; what is left here would only repeat it.
    session.on('error', () => {});
    session.unref();
  }

  /** False when the server surely takes no further request now. */
  get mayHaveRoom(): boolean {
    return this.#requests < (this.#limit ?? Number.POSITIVE_INFINITY);
  }

  /** A place for one request; undefined while it is unknown whether there is another one than the first. */
  take(): Place | undefined {
    if (this.#requests > 0 && this.#limit === undefined) return undefined;
    this.#requests += 1;
    if (this.#requests === 1) this.#busy();
    let released = false;
    const release = () => {
      if (released) return;
      released = true;
      this.#requests -= 1;
      if (this.#requests === 0) this.#idle();
    };
    return { session: this.session, release };
  }

  #busy(): void {
    this.session.ref();
    this.#watching = new AbortController();
    keepWatch(this.session, { ...this.#parts, signal: this.#watching.signal });
  }

  #idle(): void {
    this.#watching?.abort();
    if (!this.session.destroyed) this.session.unref();
  }
}
