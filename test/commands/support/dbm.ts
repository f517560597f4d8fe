/** @module Runs dbm in this process, in a home of its own, with everything it prints kept. */
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { InputStream, Io } from '../../../src/cli/io.ts';
import { main } from '../../../src/cli/main.ts';
import type { Client } from '../../../src/kube/client.ts';
import type { Clock } from '../../../src/kube/clock.ts';
import { createClient } from '../../../src/kube/rest-client.ts';
import { openSandbox } from '../../../src/sandbox/sandbox.ts';
import { hurriedClock } from './hurried-clock.ts';

const ROOT = fileURLToPath(new URL('../../../', import.meta.url));

/** What a run left. */
export interface Ended {
  readonly code: number;
  readonly stdout: string;
  readonly stderr: string;
  /** stdout decoded: throws unless it is exactly one JSON document. */
  readonly json: () => unknown;
}

export interface RunOptions {
  readonly env?: Readonly<Record<string, string>>;
  /** Standard input; empty when not given. */
  readonly stdin?: string;
  /** Whether the streams are terminals. Default false. */
  readonly terminal?: boolean;
  readonly signal?: AbortSignal;
  readonly clock?: Clock;
  /** Told each piece of stdout as it comes. */
  readonly onStdout?: (text: string) => void;
  /** Told each piece of stderr as it comes. */
  readonly onStderr?: (text: string) => void;
}

/** A home directory without any configuration, and what can be done in it. Remove it with `await using`. */
export interface Home extends AsyncDisposable {
  readonly path: string;
  /** Runs one command line. */
  dbm(line: string | readonly string[], options?: RunOptions): Promise<Ended>;
  /** Writes a file below the home; its path. */
  file(name: string, content: string): Promise<string>;
  /** The sandbox's API, behind dbm's back. */
  sandbox<T>(use: (client: Client) => Promise<T>): Promise<T>;
}

/** A new home; with `crd`, its sandbox knows DatabaseManager. */
export async function aHome({ crd = true }: { readonly crd?: boolean } = {}): Promise<Home> {
  const path = await mkdtemp(join(tmpdir(), 'dbm-test-'));
  const base = { HOME: path, DBM_SANDBOX_FILE: join(path, 'sandbox.db') };
  const home: Home = {
    path,
    dbm: (line, options = {}) => runDbm(typeof line === 'string' ? words(line) : line, base, options),
    file: async (name, content) => {
      const file = join(path, name);
      await writeFile(file, content);
      return file;
    },
    sandbox: async (use) => {
      const sandbox = openSandbox({ file: base.DBM_SANDBOX_FILE, clock: hurriedClock });
      try {
        return await use(createClient(sandbox.transport()));
      } finally {
        await sandbox.close();
      }
    },
    [Symbol.asyncDispose]: () => rm(path, { recursive: true, force: true }),
  };
  if (crd) await home.dbm('install-crd');
  return home;
}

async function runDbm(
  argv: readonly string[],
  base: Readonly<Record<string, string>>,
  options: RunOptions,
): Promise<Ended> {
  const { stdin = '', terminal = false, clock = hurriedClock, onStdout, onStderr } = options;
  const out: string[] = [];
  const err: string[] = [];
  const output = (chunks: string[], listener?: (text: string) => void) => ({
    isTTY: terminal,
    columns: 80,
    write: (text: string) => {
      chunks.push(text);
      listener?.(text);
    },
  });
  const io: Io = {
    stdin: inputOf(stdin, terminal),
    stdout: output(out, onStdout),
    stderr: output(err, onStderr),
    env: { ...base, ...options.env },
    clock,
    signal: options.signal ?? new AbortController().signal,
  };
  const code = await main(argv, io, { root: ROOT, fromSource: true });
  const stdout = out.join('');
  return { code, stdout, stderr: err.join(''), json: () => JSON.parse(stdout) as unknown };
}

function inputOf(text: string, isTTY: boolean): InputStream {
  return {
    isTTY,
    async *[Symbol.asyncIterator]() {
      yield text;
    },
  };
}

function words(line: string): readonly string[] {
  return line.split(' ').filter((word) => word !== '');
}
