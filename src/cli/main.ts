/** @module One command line from arguments to exit code: the one place that catches everything. */
import type { LoadOptions } from './dispatch.ts';
import { describeError } from './errors/describe.ts';
import { renderError } from './errors/render.ts';
import { DONE } from './exit-codes.ts';
import type { Io } from './io.ts';
import { documentFormat } from './output/document-format.ts';
import { versionText } from './version.ts';

/** Runs `argv` (without node and script) and resolves to the exit code. Never rejects. */
export async function main(argv: readonly string[], io: Io, options: LoadOptions): Promise<number> {
  try {
    if (argv[0] === '--version') {
      io.stdout.write(`${versionText()}\n`);
      return DONE;
    }
    // Loaded only now: oclif is two thirds of the start-up time.
    const { dispatch } = await import('./dispatch.ts');
    return await dispatch(argv, io, options);
  } catch (error) {
    const described = describeError(error, io);
    await renderError(described, io, documentFormat(argv));
    return described.exitCode;
  }
}
