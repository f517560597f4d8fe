/** @module Progress of several things at once, on stderr: live on a terminal, plain lines elsewhere. */
import type { Environment, OutputStream } from '../io.ts';
import { createPlainProgress } from './plain-progress.ts';

/** Shows what is going on. A title that was not announced is ignored; `close` may be called twice. */
export interface Progress {
  /** What `title` waits for now. */
  waiting(title: string, why: string): void;
  done(title: string): void;
  failed(title: string, why: string): void;
  /** Leaves what is not done as it is, and the terminal in order. */
  close(): Promise<void>;
}

/** Whether lines on this stream can be redrawn. */
export function isLive({ isTTY, columns }: OutputStream, env: Environment): boolean {
  return isTTY === true && (columns ?? 80) > 0 && env.TERM !== 'dumb' && (env.CI ?? '') === '';
}

/** Progress of `titles`. listr2 is loaded only where it can draw. */
export async function createProgress(
  titles: readonly string[],
  stderr: OutputStream,
  env: Environment,
): Promise<Progress> {
  if (!isLive(stderr, env) || stderr !== process.stderr) return createPlainProgress(stderr);
  const { createLiveProgress } = await import('./live-progress.ts');
  return createLiveProgress(titles, process.stderr);
}
