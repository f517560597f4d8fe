/** @module HTTP/2 connections: one as a rule, more when the server's limit of streams is reached. */
import type { ClientHttp2Session } from 'node:http2';
import type { Socket } from 'node:net';
import type { Clock } from '../clock.ts';
import type { Connection } from './connect.ts';
import { PooledSession } from './pooled-session.ts';
import type { TlsMaterial } from './tls-material.ts';

/** Enough for a large list to arrive without waiting for window updates. */
const STREAM_WINDOW = 1024 * 1024;
const CONNECTION_WINDOW = 8 * 1024 * 1024;

/** A session with a place for one request. */
export interface Place {
  readonly session: ClientHttp2Session;
  /** Gives the place back, once the request is over. */
  readonly release: () => void;
}

export interface Http2PoolOptions {
  readonly server: string;
  readonly clock: Clock;
  readonly open: (material: TlsMaterial) => Promise<Connection>;
}

/**
 * Hands out places on sessions. Connections made with certificates that have been replaced take no new requests.
 * A connection without requests does not keep the process alive.
 */
export class Http2Pool {
  readonly #options: Http2PoolOptions;
  readonly #members = new Set<PooledSession>();
  #opening: Promise<Socket | undefined> | undefined;

  constructor(options: Http2PoolOptions) {
    this.#options = options;
  }

  /** A place, or a connected socket whose server turned out not to speak HTTP/2. */
  async acquire(material: TlsMaterial): Promise<Place | Socket> {
    for (;;) {
      const member = this.#usable(material);
      if (member !== undefined) {
        const place = member.take();
        if (place !== undefined) return place;
        await member.told;
        continue;
      }
      const pending = this.#opening;
      if (pending === undefined) {
        this.#opening = this.#open(material).finally(() => {
          this.#opening = undefined;
        });
        const socket = await this.#opening;
        if (socket !== undefined) return socket;
      } else if ((await pending) !== undefined) {
        return (await this.#options.open(material)).socket;
      }
    }
  }

  /** Requests under way end on their own; idle connections end now. */
  close(): void {
    for (const { session } of this.#members) session.close();
    this.#members.clear();
  }

  #usable(material: TlsMaterial): PooledSession | undefined {
    for (const member of this.#members) {
      if (member.material !== material || member.session.closed || member.session.destroyed)
        this.#retire(member);
      else if (member.mayHaveRoom) return member;
    }
    return undefined;
  }

  #retire(member: PooledSession): void {
    this.#members.delete(member);
    if (!member.session.closed) member.session.close();
  }

  async #open(material: TlsMaterial): Promise<Socket | undefined> {
    const { server, clock, open } = this.#options;
    const { socket, protocol } = await open(material);
    if (protocol !== 'h2') return socket;
    const session = process.getBuiltinModule('node:http2').connect(server, {
      createConnection: () => socket,
      settings: { initialWindowSize: STREAM_WINDOW, enablePush: false },
    });
    session.setLocalWindowSize(CONNECTION_WINDOW);
    const member = new PooledSession(session, { socket, clock, material });
    session.once('close', () => this.#members.delete(member));
    this.#members.add(member);
    return undefined;
  }
}
