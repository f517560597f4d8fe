/** @module Asks before something cannot be undone. */
import type { Io } from './io.ts';

/** Whether somebody is there to be asked. */
export function isInteractive({ stdin, stderr }: Pick<Io, 'stdin' | 'stderr'>): boolean {
  return stdin.isTTY === true && stderr.isTTY === true;
}

/** Asks on stderr; whether the answer is yes. Rejects with the signal's reason when the user stops instead. */
export async function confirm(question: string, { stdin, stderr, signal }: Io): Promise<boolean> {
  stderr.write(`${question} [y/N] `);
  const answer = stdin[Symbol.asyncIterator]();
  const stopped = new Promise<never>((_resolve, reject) => {
    signal.addEventListener('abort', () => reject(signal.reason), { once: true });
  });
  const line = await Promise.race([answer.next(), stopped]);
  await answer.return?.();
  return line.done !== true && /^y(?:es)?$/i.test(line.value.toString().trim());
}
