/** @module Runs an exec plugin: its standard output is the answer, its standard error goes to the user. */
import type { ExecPlugin } from '../kubeconfig/kubeconfig.ts';

const TIME_LIMIT_MS = 60_000;
/** Somebody may have to sign in with a browser. */
const INTERACTIVE_TIME_LIMIT_MS = 300_000;
const MAX_OUTPUT = 1024 * 1024;

export type PluginOutcome =
  | { readonly type: 'printed'; readonly text: string }
  | { readonly type: 'missing' }
  /** `what` follows the command's name. */
  | { readonly type: 'failed'; readonly what: string; readonly cause?: unknown };

export interface PluginRun {
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly interactive: boolean;
  /** Default one minute, five when interactive. */
  readonly timeLimitMs?: number;
}

/** Never rejects. A command beyond its time limit is killed. */
export function runPlugin(
  plugin: ExecPlugin,
  { env, interactive, timeLimitMs }: PluginRun,
): Promise<PluginOutcome> {
  const { spawn } = process.getBuiltinModule('node:child_process');
  const timeout = timeLimitMs ?? (interactive ? INTERACTIVE_TIME_LIMIT_MS : TIME_LIMIT_MS);
  const { promise, resolve } = Promise.withResolvers<PluginOutcome>();
  const child = spawn(plugin.command, plugin.args, {
    env: { ...env },
    stdio: [interactive ? 'inherit' : 'ignore', 'pipe', 'inherit'],
  });
  const timer = setTimeout(() => {
    child.kill('SIGKILL');
    resolve({ type: 'failed', what: `gave no answer within ${timeout / 1000} s` });
  }, timeout);
  const chunks: Buffer[] = [];
  let size = 0;
  child.stdout?.on('data', (chunk: Buffer) => {
    size += chunk.length;
    if (size <= MAX_OUTPUT) chunks.push(chunk);
    else child.kill('SIGKILL');
  });
  child.once('error', (error: NodeJS.ErrnoException) => {
    resolve(
      error.code === 'ENOENT'
        ? { type: 'missing' }
        : { type: 'failed', what: 'could not be started', cause: error },
    );
  });
  child.once('close', (code, killedBy) => {
    if (size > MAX_OUTPUT) resolve({ type: 'failed', what: 'printed more than 1 MiB' });
    else if (code === 0) resolve({ type: 'printed', text: Buffer.concat(chunks).toString('utf8') });
    else
      resolve({
        type: 'failed',
        what: `ended with ${killedBy ?? `exit code ${code}`}; its own message is above`,
      });
  });
  return promise.finally(() => clearTimeout(timer));
}
