/** @module HTTP/2 connections: one as a rule, more when the server's limit of streams is reached. */
import type { ClientHttp2Session } from 'node:http2';
import type { Socket } from 'node:net';
import type { Clock } from '../clock.ts';
import type { Connection } from './connect.ts';
import { keepWatch } from './http2-health.ts';
import type { TlsMaterial } from './tls-material.ts';

/** What a server that has not told its limit yet surely allows. */
const STREAMS_AT_FIRST = 100;
/** Enough for a large list to arrive without waiting for window updates. */
const STREAM_WINDOW = 1024 * 1024;
const CONNECTION_WINDOW = 8 * 1024 * 1024;

/** One connection with the number of requests on it. */
export interface PooledSession {
  readonly session: ClientHttp2Session;
  /** To be called once per request, with a call of the result when the request is over. */
  occupy(): () => void;
}

export interface Http2PoolOptions {
  readonly server: string;
  readonly clock: Clock;
  readonly open: (material: TlsMaterial) => Promise<Connection>;
}

interface Member extends PooledSession {
  readonly material: TlsMaterial;
  readonly hasRoom: () => boolean;
}

/**
 * Hands out sessions. Connections made with certificates that have been replaced take no new requests. A
 * connection without requests does not keep the process alive.
 */
export class Http2Pool {
  readonly #options: Http2PoolOptions;
  readonly #members = new Set<Member>();
  #opening: Promise<Socket | undefined> | undefined;

  constructor(options: Http2PoolOptions) {
    this.#options = options;
  }

  /** A session with room, or a connected socket whose server turned out not to speak HTTP/2. */
  async acquire(material: TlsMaterial): Promise<PooledSession | Socket> {
    for (;;) {
      const member = this.#withRoom(material);
      if (member !== undefined) return member;
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

  #withRoom(material: TlsMaterial): Member | undefined {
    for (const member of this.#members) {
      if (member.material !== material || member.session.closed || member.session.destroyed)
        this.#retire(member);
      else if (member.hasRoom()) return member;
    }
    return undefined;
  }

  #retire(member: Member): void {
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
    const member = { ...track(session, { socket, clock }), session, material };
    session.once('close', () => this.#members.delete(member));
    this.#members.add(member);
    return undefined;
  }
}

function track(
  session: ClientHttp2Session,
  { socket, clock }: { readonly socket: Socket; readonly clock: Clock },
): { hasRoom: () => boolean; occupy: () => () => void } {
  let streams = 0;
  let watching: AbortController | undefined;
  // Each stream tells its own story; what is left here would only repeat it.
  session.on('error', () => {});
  session.unref();
  const release = () => {
    streams -= 1;
    if (streams > 0) return;
    watching?.abort();
    if (!session.destroyed) session.unref();
  };
  return {
    hasRoom: () => streams < (session.remoteSettings?.maxConcurrentStreams ?? STREAMS_AT_FIRST),
    occupy: () => {
      streams += 1;
      if (streams === 1) {
        session.ref();
        watching = new AbortController();
        keepWatch(session, { socket, clock, signal: watching.signal });
      }
      let released = false;
      return () => {
        if (!released) release();
        released = true;
      };
    },
  };
}
