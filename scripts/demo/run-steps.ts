/** @module Shows the steps of the demo: with listr2 on a terminal, as plain lines elsewhere. */
import { isLive, type Progress } from '../../src/cli/progress/progress.ts';
import type { Shell } from './shell.ts';

/** One thing that the demo shows. */
export interface Step {
  readonly title: string;
  readonly run: (shell: Shell) => Promise<void>;
}

/** Runs the steps one after the other until one fails. Resolves to the exit code. */
export async function runSteps(steps: readonly Step[], shell: Shell): Promise<number> {
  const start = performance.now();
  for (const step of steps) {
    const why = await runStep(step, shell);
    if (why === undefined) continue;
    process.stderr.write(`The demo failed: ${why}\n`);
    return 1;
  }
  const seconds = ((performance.now() - start) / 1000).toFixed(1);
  process.stdout.write(`All ${steps.length} steps passed in ${seconds} s, and nothing is left behind.\n`);
  return 0;
}

/** Resolves to what went wrong, if anything did. */
async function runStep({ title, run }: Step, shell: Shell): Promise<string | undefined> {
  const progress = await createProgress(title);
  shell.onLine = (line) => progress.waiting(title, line);
  try {
    await run(shell);
    progress.done(title);
    return undefined;
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error);
    progress.failed(title, why);
    return why;
  } finally {
    await progress.close();
  }
}

async function createProgress(title: string): Promise<Progress> {
  if (!isLive(process.stdout, process.env)) return plainStep(title);
  const { createLiveProgress } = await import('../../src/cli/progress/live-progress.ts');
  return createLiveProgress([title], process.stdout, { keepOutput: true });
}

/** The title, then each line of output as it comes. */
function plainStep(title: string): Progress {
  process.stdout.write(`${title}\n`);
  const tell = (line: string) => process.stdout.write(`  ${line}\n`);
  return {
    waiting: (_title, line) => tell(line),
    done: () => process.stdout.write('\n'),
    failed: (_title, why) => tell(`failed: ${why}\n`),
    close: () => Promise.resolve(),
  };
}
