/** @module Progress as lines, one per change: for logs, pipes and terminals that cannot redraw. */
import type { OutputStream } from '../io.ts';
import type { Progress } from './progress.ts';

/** Writes a line whenever the state of a title changes. */
export function createPlainProgress(stream: OutputStream): Progress {
  const last = new Map<string, string>();
  const tell = (title: string, state: string) => {
    if (last.get(title) === state) return;
    last.set(title, state);
    stream.write(`${title}: ${state}\n`);
  };
  return {
    waiting: tell,
    done: (title) => tell(title, 'done'),
    failed: (title, why) => tell(title, `failed: ${why}`),
    close: () => Promise.resolve(),
  };
}
