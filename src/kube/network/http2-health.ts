/** @module Notices a connection that died without a word: a silent one is pinged, and ended without an answer. */
import type { ClientHttp2Session } from 'node:http2';
import type { Socket } from 'node:net';
import type { Clock } from '../clock.ts';

/** As client-go does it. */
const SILENCE_MS = 30_000;
const PING_LIMIT_MS = 15_000;

export interface HealthWatch {
  readonly socket: Socket;
  readonly clock: Clock;
  /** Ends the watching. */
  readonly signal: AbortSignal;
}

/** Watches until the signal; a dead session is destroyed with an ETIMEDOUT error, which ends its requests. */
export function keepWatch(session: ClientHttp2Session, watch: HealthWatch): void {
  check(session, watch).catch((error: unknown) => {
    if (!watch.signal.aborted) session.destroy(error instanceof Error ? error : new Error(String(error)));
  });
}

async function check(session: ClientHttp2Session, { socket, clock, signal }: HealthWatch): Promise<void> {
  let received = socket.bytesRead;
  for (;;) {
    await clock.sleep(SILENCE_MS, signal);
    if (socket.bytesRead === received) await answered(session, { clock, signal });
    received = socket.bytesRead;
  }
}

async function answered(
  session: ClientHttp2Session,
  { clock, signal }: { readonly clock: Clock; readonly signal: AbortSignal },
): Promise<void> {
  const waiting = new AbortController();
  const stop = AbortSignal.any([waiting.signal, signal]);
  const pinged = new Promise<boolean>((resolve) => {
    if (session.destroyed) resolve(false);
    else session.ping((error) => resolve(error === null));
  });
  const alive = await Promise.race([pinged, clock.sleep(PING_LIMIT_MS, stop).then(() => false)]);
  waiting.abort();
  if (!alive) {
    throw Object.assign(new Error('the connection is dead: a ping got no answer'), { code: 'ETIMEDOUT' });
  }
}
