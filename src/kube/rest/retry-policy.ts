/** @module When the client itself tries again: as client-go does, and no more. */
import type { Clock } from '../clock.ts';
import { ConnectionError } from '../transport.ts';

/** Tries altogether where the server asks to come back later. */
const MAX_TRIES = 10;
/** How long all waiting together may take where the server asks for it. */
const MAX_WAIT_MS = 120_000;
/** Further tries of a read whose connection broke. */
const MAX_RESETS = 2;
const RESET_DELAY_MS = 100;

const BROKEN = new Set([
  'ECONNRESET',
  'EPIPE',
  'ECONNABORTED',
  'ENOTSENT',
  'ERR_HTTP2_SESSION_ERROR',
  'ERR_HTTP2_STREAM_ERROR',
]);

/** The head of an answer. */
export interface Head {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
}

export interface RetryContext {
  readonly clock: Clock;
  readonly signal?: AbortSignal | undefined;
  /** Reads may be repeated after a broken connection; writes never are. */
  readonly repeatable: boolean;
}

/**
 * Runs `attempt` again after 429 and 5xx answers that carry Retry-After (up to ten tries and two minutes of
 * waiting), and up to twice after a broken connection. Gives the last answer, whatever it is.
 */
export async function withRetries<T extends Head>(
  { clock, signal, repeatable }: RetryContext,
  attempt: () => Promise<T>,
): Promise<T> {
  let waited = 0;
  let resets = 0;
  for (let tries = 1; ; tries += 1) {
    try {
      const answer = await attempt();
      const wait = retryAfterMs(answer);
      if (wait === undefined || tries >= MAX_TRIES || waited + wait > MAX_WAIT_MS) return answer;
      waited += wait;
      await clock.sleep(wait, signal);
    } catch (error) {
      if (!repeatable || resets >= MAX_RESETS || !isBroken(error)) throw error;
      resets += 1;
      await clock.sleep(RESET_DELAY_MS * (0.5 + Math.random()), signal);
    }
  }
}

/** What the Retry-After header asks for, where the answer is one that may be repeated. */
export function retryAfterMs({ status, headers }: Head): number | undefined {
  const seconds = headers['retry-after'];
  if (status !== 429 && status < 500) return undefined;
  return seconds !== undefined && /^\d+$/.test(seconds) ? Number(seconds) * 1000 : undefined;
}

function isBroken(error: unknown): boolean {
  return error instanceof ConnectionError && error.code !== undefined && BROKEN.has(error.code);
}
