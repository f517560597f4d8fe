/** @module Progress drawn by listr2: a line per title, with a spinner and what it waits for. */
import { DefaultRenderer, Listr, ListrLogger, ProcessOutput } from 'listr2';
import type { Progress } from './progress.ts';

/** listr2 only looks whether stdout is a terminal; we draw on another stream and have looked ourselves. */
class AnyStreamRenderer extends DefaultRenderer {
  static override readonly nonTTY = true;
}

interface Line {
  readonly finished: PromiseWithResolvers<void>;
  last: string;
  /** Shows text below the title; collects it until listr2 has started the line. */
  show: (text: string) => void;
  readonly early: string[];
}

const KEPT = { persistentOutput: true, outputBar: Number.POSITIVE_INFINITY };

export interface LiveProgressOptions {
  /** What is shown below a title stays when it is done, all of it. Default: its last line, until it is done. */
  readonly keepOutput?: boolean;
}

/** Draws all titles and keeps them up to date. */
export function createLiveProgress(
  titles: readonly string[],
  stream: NodeJS.WriteStream,
  { keepOutput = false }: LiveProgressOptions = {},
): Progress {
  const lines = new Map(titles.map((title) => [title, newLine()]));
  const list = new Listr(
    [...lines].map(([title, line]) => ({
      title,
      task: runLine(line),
      rendererOptions: keepOutput ? KEPT : {},
    })),
    {
      concurrent: true,
      exitOnError: false,
      // Ctrl-C is ours: listr2 would end the process with 127.
      registerSignalListeners: false,
      renderer: AnyStreamRenderer,
      rendererOptions: {
        collapseErrors: false,
        logger: new ListrLogger({ processOutput: new ProcessOutput(stream, stream) }),
      },
    },
  );
  const drawn = list.run();
  return {
    waiting: (title, why) => {
      const line = lines.get(title);
      if (line === undefined || line.last === why) return;
      line.last = why;
      line.show(why);
    },
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
  const early: string[] = [];
  return { finished, last: '', show: (text) => early.push(text), early };
}

function runLine(line: Line) {
  return (_context: unknown, task: { output: string }) => {
    line.show = (text) => {
      task.output = text;
    };
    for (const text of line.early) line.show(text);
    return line.finished.promise;
  };
}
