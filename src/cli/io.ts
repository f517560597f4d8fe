/** @module What a command has of the outside: streams, environment, time, and the wish to stop. */
import type { Clock } from '../kube/clock.ts';
import { systemClock } from '../kube/clock.ts';

/** Where text goes. A terminal says so, and how wide it is. */
export interface OutputStream {
  write(text: string): unknown;
  readonly isTTY?: boolean | undefined;
  readonly columns?: number | undefined;
}

/** Where text comes from. */
export interface InputStream extends AsyncIterable<Uint8Array | string> {
  readonly isTTY?: boolean | undefined;
}

export type Environment = Readonly<Record<string, string | undefined>>;

/** Everything a command may touch outside the API server. Tests give their own. */
export interface Io {
  readonly stdin: InputStream;
  /** Results only. */
  readonly stdout: OutputStream;
  /** Progress, notices, warnings, errors. */
  readonly stderr: OutputStream;
  readonly env: Environment;
  readonly clock: Clock;
  /** Aborted, with an {@link Interruption} as reason, when the user wants to stop. */
  readonly signal: AbortSignal;
}

/** Why a command was stopped: the reason of its aborted signal. */
export class Interruption extends Error {
  override readonly name = 'Interruption';
  readonly signalName: 'SIGINT' | 'SIGTERM';

  /** `left` says what was left behind. */
  constructor(signalName: 'SIGINT' | 'SIGTERM', left?: string) {
    const what = signalName === 'SIGINT' ? 'interrupted' : 'terminated';
    super(left === undefined ? what : `${what}: ${left}`);
    this.signalName = signalName;
  }
}

/** The process's own streams and environment. */
export function processIo(signal: AbortSignal): Io {
  const { stdin, stdout, stderr, env } = process;
  return { stdin, stdout, stderr, env, clock: systemClock, signal };
}
