/** @module What all commands share: their surroundings, their exit code, and that errors are handled elsewhere. */

import { DONE } from './exit-codes.ts';
import { type OutputFormat, outputFormat } from './flags/output.ts';
import type { Io } from './io.ts';
import { processIo } from './io.ts';
import { Command } from './oclif.ts';
import { renderDocument } from './output/document.ts';

/** What a command prints: data for programs, text for people. Only the form asked for is made. */
export interface Presentation {
  readonly document: () => unknown;
  readonly human: () => string | Promise<string>;
  readonly names?: () => readonly string[];
}

/** A command of dbm. `run` returns its result; failures are thrown and shown by `main`. */
export abstract class DbmCommand extends Command {
  /** What the process ends with when nothing is thrown. */
  protected exitCode = DONE;
  private surroundings: Io | undefined;

  /** Runs with the given surroundings and resolves to the exit code. Rejects with what went wrong. */
  async start(io: Io): Promise<number> {
    this.surroundings = io;
    await this._run();
    return this.exitCode;
  }

  protected get io(): Io {
    this.surroundings ??= processIo(new AbortController().signal);
    return this.surroundings;
  }

  /** Prints the result in the form that `flags` ask for. */
  protected async present(
    flags: Parameters<typeof outputFormat>[0],
    presentation: Presentation,
  ): Promise<void> {
    this.io.stdout.write(await rendered(outputFormat(flags), presentation));
  }

  /** Tells people something on stderr. */
  protected notice(text: string): void {
    this.io.stderr.write(`${text}\n`);
  }

  /** oclif would print the error and set process.exitCode; `main` does both for all kinds of errors alike. */
  protected override catch(error: Error): Promise<never> {
    return Promise.reject(error);
  }
}

async function rendered(format: OutputFormat, { document, human, names }: Presentation): Promise<string> {
  switch (format) {
    case 'json':
    case 'yaml':
      return await renderDocument(format, document());
    case 'name':
      return (names?.() ?? []).map((name) => `${name}\n`).join('');
    case 'human':
    case 'wide':
      return await human();
  }
}
