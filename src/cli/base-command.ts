/** @module What all commands share: their surroundings, their exit code, and that errors are handled elsewhere. */

import type { KubeObject } from '../kube/object.ts';
import type { RequestObserver } from '../kube/rest/request-observer.ts';
import type { CliError } from './errors/cli-error.ts';
import { type Attempts, combineFailures } from './errors/combine-failures.ts';
import { DONE } from './exit-codes.ts';
import { type OutputFlags, type OutputFormat, outputFormat } from './flags/output.ts';
import type { TargetFlags } from './flags/target.ts';
import type { Io } from './io.ts';
import { processIo } from './io.ts';
import { Command } from './oclif.ts';
import { renderDocument } from './output/document.ts';
import { asDocument, objectName, withoutManagedFields } from './output/objects.ts';
import type { Session } from './session/session.ts';

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
  private readonly openSessions: Session[] = [];

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

  /**
   * Opens the session that the flags ask for; it is closed when the command ends, however it ends. `onRequest` is told
   * what each request came to.
   */
  protected async session(flags: TargetFlags, onRequest?: RequestObserver): Promise<Session> {
    const { openSession } = await import('./session/session.ts');
    const session = await openSession(flags, this.io, onRequest);
    this.openSessions.push(session);
    return session;
  }

  /**
   * Prints the result in the form that `flags` ask for, then throws `failure` if there is one. Of documents only
   * one may be printed: with a failure, `main` prints it, and what was achieved is in the failure's `document`.
   */
  protected async present(flags: OutputFlags, presentation: Presentation, failure?: CliError): Promise<void> {
    const format = outputFormat(flags);
    const isDocument = format === 'json' || format === 'yaml';
    if (failure === undefined || !isDocument) this.io.stdout.write(await rendered(format, presentation));
    if (failure !== undefined) throw failure;
  }

  /** Prints objects in the form that `flags` ask for, then throws what failed of the `total` that were asked for. */
  protected async presentObjects(
    flags: OutputFlags,
    { results, failures }: Attempts<KubeObject>,
    { total, human }: { readonly total: number; readonly human: () => string },
  ): Promise<void> {
    const document = () => asDocument(results, { single: total === 1 });
    const names = () => results.map(objectName);
    const failure =
      failures.length === 0
        ? undefined
        : combineFailures(failures, { total, document: { items: results.map(withoutManagedFields) } });
    await this.present(flags, { document, human, names }, failure);
  }

  /** Tells people something on stderr. */
  protected notice(text: string): void {
    this.io.stderr.write(`${text}\n`);
  }

  protected override async finally(): Promise<void> {
    for (const session of this.openSessions) await session.close();
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
