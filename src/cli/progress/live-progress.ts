/** @module Progress drawn by listr2: a line per title, with a spinner and what it waits for. */
import { DefaultRenderer, Listr, ListrLogger, ProcessOutput } from 'listr2';
import type { Progress } from './progress.ts';

/** listr2 only looks whether stdout is a terminal; we draw on stderr and have looked ourselves. */
class StderrRenderer extends DefaultRenderer {
  static override readonly nonTTY = true;
}

interface Line {
  readonly finished: PromiseWithResolvers<void>;
  /** Shows text below the title; set once listr2 has started the line. */
  show: (text: string) => void;
}

/** Draws all titles at once and keeps them up to date. */
export function createLiveProgress(titles: readonly string[], stderr: NodeJS.WriteStream): Progress {
  const lines = new Map(titles.map((title) => [title, newLine()]));
  const list = new Listr(
    [...lines].map(([title, line]) => ({ title, task: runLine(line) })),
    {
      concurrent: true,
      exitOnError: false,
      // Ctrl-C is ours: listr2 would end the process with 127.
      registerSignalListeners: false,
      renderer: StderrRenderer,
      rendererOptions: { logger: new ListrLogger({ processOutput: new ProcessOutput(stderr, stderr) }) },
    },
  );
  const drawn = list.run();
  return {
    waiting: (title, why) => lines.get(title)?.show(why),
    done: (title) => lines.get(title)?.finished.resolve(),
    failed: (title, why) => lines.get(title)?.finished.reject(new Error(why)),
    close: async () => {
      for (const { finished } of lines.values()) finished.reject(new Error('not done'));
      await drawn;
    },
  };
}

function newLine(): Line {
  const finished = Promise.withResolvers<void>();
  // listr2 may not have asked for it yet when it fails.
  finished.promise.catch(() => {});
  return { finished, show: () => {} };
}

function runLine(line: Line) {
  return (_context: unknown, task: { output: string }) => {
    line.show = (text) => {
      task.output = text;
    };
    return line.finished.promise;
  };
}
