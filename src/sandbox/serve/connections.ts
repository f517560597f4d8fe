/** @module The open connections and unfinished answers of a server, so that it can stop without cutting any off. */
import type { Http2SecureServer, ServerHttp2Session } from 'node:http2';
import type { Socket } from 'node:net';
import type { Clock } from '../../kube/clock.ts';

const CLOSED = new Error('the sandbox server is closing');
/** How long a client that does not read may hold up the end. */
const PATIENCE_MS = 1_000;

export class Connections {
  readonly #server: Http2SecureServer;
  readonly #clock: Clock;
  readonly #closing = new AbortController();
  readonly #sockets = new Set<Socket>();
  readonly #sessions = new Set<ServerHttp2Session>();
  readonly #answers = new Set<Promise<void>>();
  #closed: Promise<void> | undefined;

  constructor(server: Http2SecureServer, clock: Clock) {
    this.#server = server;
    this.#clock = clock;
    server.on('secureConnection', (socket: Socket) => {
      this.#sockets.add(socket);
      socket.once('close', () => this.#sockets.delete(socket));
      // A client that went away: its request is ended by the response's own close.
      socket.on('error', () => socket.destroy());
    });
    server.on('session', (session) => {
      this.#sessions.add(session);
      session.once('close', () => this.#sessions.delete(session));
      session.on('error', () => session.destroy());
    });
  }

  /** Aborted when the server stops. */
  get closing(): AbortSignal {
    return this.#closing.signal;
  }

  /** Waits for `answer` before connections are closed. It must not reject. */
  track(answer: Promise<void>): void {
    const tracked = answer.finally(() => this.#answers.delete(tracked));
    this.#answers.add(tracked);
  }

  close(): Promise<void> {
    this.#closed ??= this.#closeOrCut();
    return this.#closed;
  }

  async #closeOrCut(): Promise<void> {
    const done = new AbortController();
    const patience = this.#clock.sleep(PATIENCE_MS, done.signal).then(
      () => this.#cut(),
      (error: unknown) => {
        if (!done.signal.aborted) throw error;
      },
    );
    await this.#close();
    done.abort();
    await patience;
  }

  #cut(): void {
    for (const session of this.#sessions) session.destroy();
    for (const socket of this.#sockets) socket.destroy();
  }

  async #close(): Promise<void> {
    const { promise, resolve } = Promise.withResolvers<void>();
    this.#server.close(() => resolve());
    this.#closing.abort(CLOSED);
    await Promise.all(this.#answers);
    await Promise.all([...this.#sessions].map(closeSession));
    for (const socket of this.#sockets) socket.destroySoon();
    await promise;
  }
}

/** Sends what is still to be sent. */
function closeSession(session: ServerHttp2Session): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  session.once('close', resolve);
  // Closed means "takes no more requests": what is under way still has to be sent.
  if (session.destroyed) resolve();
  else session.close();
  return promise;
}
