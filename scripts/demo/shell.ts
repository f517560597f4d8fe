/** @module Runs the built dbm in a home of its own, and shows commands and output. */
import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const DBM = fileURLToPath(new URL('../../bin/run.js', import.meta.url));

/** What a step of the demo may do. */
export interface Shell {
  /** Runs and shows a command. Rejects when it fails. */
  dbm(...args: readonly string[]): Promise<void>;
  /** Runs a command unseen; its stdout, decoded. */
  json(...args: readonly string[]): Promise<unknown>;
  /** Throws `expectation` unless it holds. */
  check(holds: boolean, expectation: string): void;
  say(line: string): void;
  readonly sandboxFile: string;
  /** Told each line that is to be shown. */
  onLine: (line: string) => void;
}

/** A shell whose commands keep everything they write below `folder`. */
export function createShell({
  folder,
  signal,
}: {
  readonly folder: string;
  readonly signal: AbortSignal;
}): Shell {
  const sandboxFile = join(folder, 'sandbox.db');
  const { PATH = '' } = process.env;
  const home = { PATH, HOME: folder, XDG_CACHE_HOME: join(folder, 'cache'), DBM_SANDBOX_FILE: sandboxFile };
  let env: Readonly<Record<string, string>> = { ...home, NO_COLOR: '1' };
  const run = async (args: readonly string[], onLine: (line: string) => void) => {
    const output = await execute(args, { env, signal, onLine });
    // Nothing is configured, and the first command says what that means; once is enough.
    env = { ...env, DBM_SANDBOX: '1' };
    return output;
  };
  const shell: Shell = {
    sandboxFile,
    onLine: () => {},
    say: (line) => shell.onLine(line),
    dbm: async (...args) => {
      shell.say(`$ dbm ${args.join(' ')}`);
      await run(args, (line) => shell.say(line));
    },
    json: async (...args) => JSON.parse(await run(args, () => {})) as unknown,
    check: (holds, expectation) => {
      if (!holds) throw new Error(`expected that ${expectation}`);
    },
  };
  return shell;
}

interface Execution {
  readonly env: Readonly<Record<string, string>>;
  readonly signal: AbortSignal;
  readonly onLine: (line: string) => void;
}

/** Resolves to stdout; each line of stdout and stderr is told as it comes. */
async function execute(args: readonly string[], { env, signal, onLine }: Execution): Promise<string> {
  const child = spawn(process.execPath, [DBM, ...args], { env, signal, stdio: ['ignore', 'pipe', 'pipe'] });
  let stdout = '';
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    stdout += text;
  });
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (text: string) => {
      for (const line of text.split('\n')) if (line !== '') onLine(line);
    });
  }
  const code = await new Promise<number | null>((resolve, reject) => {
    child.on('error', reject).on('close', resolve);
  });
  if (code !== 0) throw new Error(`dbm ${args.join(' ')} ended with ${code}`);
  return stdout;
}
