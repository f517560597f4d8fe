/** @module The process around a command: signals, closed pipes, and an end that does not wait for stray handles. */
import type { LoadOptions } from './dispatch.ts';
import { DONE, FAILED, INTERRUPTED, TERMINATED } from './exit-codes.ts';
import { Interruption, processIo } from './io.ts';
import { main } from './main.ts';

/**
 * Runs the command line of this process and ends the process with the exit code. The first SIGINT or SIGTERM asks
 * the command to stop, the second ends the process at once. A reader that closed the pipe ends it quietly with 0.
 */
export async function start(options: LoadOptions): Promise<void> {
  process.stdout.on('error', (error) => endUnwritten(error, 'standard output'));
  process.stderr.on('error', (error) => endUnwritten(error, 'standard error'));
  const exitCode = await main(process.argv.slice(2), processIo(stopSignal()), options);
  await Promise.all([drained(process.stdout), drained(process.stderr)]);
  process.exit(exitCode);
}

function stopSignal(): AbortSignal {
  const controller = new AbortController();
  for (const name of ['SIGINT', 'SIGTERM'] as const) {
    process.on(name, () => {
      if (controller.signal.aborted) process.exit(name === 'SIGINT' ? INTERRUPTED : TERMINATED);
      controller.abort(new Interruption(name));
    });
  }
  return controller.signal;
}

/** A reader that closed the pipe has what it wants; any other failure, such as a full disk, loses the result. */
function endUnwritten(error: NodeJS.ErrnoException, stream: string): void {
  if (error.code === 'EPIPE') process.exit(DONE);
  if (stream === 'standard output') {
    process.stderr.write(
      `error: ${stream} cannot be written: ${error.message}; free space or write elsewhere\n`,
    );
  }
  process.exit(FAILED);
}

/** A pipe may be slower than we are: what is written must be out before the process ends. */
function drained(stream: NodeJS.WriteStream): Promise<void> {
  return new Promise((resolve) => {
    stream.write('', () => resolve());
  });
}
