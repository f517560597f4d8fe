/** @module Runs the built dbm as a process: for what only a process shows. Needs `npm run build`. */
import { spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';

/** The built program. */
export const BUILT = fileURLToPath(new URL('../../../bin/run.js', import.meta.url));

/** How a process ended. */
export interface ProcessEnd {
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
  /** From the last output to the end, in milliseconds. */
  readonly lingeredMs: number;
}

export interface ProcessOptions {
  readonly env: Readonly<Record<string, string>>;
  /** Arguments of Node itself. */
  readonly nodeArguments?: readonly string[];
  /** Closes stdout's reading end after the first piece, as `head -1` does. */
  readonly closeStdoutEarly?: boolean;
}

/** Runs it to its end. */
export function runProcess(argv: readonly string[], options: ProcessOptions): Promise<ProcessEnd> {
  const { env, nodeArguments = [], closeStdoutEarly = false } = options;
  const { PATH = '' } = process.env;
  const child = spawn(process.execPath, [...nodeArguments, BUILT, ...argv], {
    env: { PATH, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let stdout = '';
  let stderr = '';
  let last = performance.now();
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    stdout += text;
    last = performance.now();
    if (closeStdoutEarly) child.stdout.destroy();
  });
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    stderr += text;
    last = performance.now();
  });
  return new Promise((resolve, reject) => {
    child.on('error', reject);
    child.on('close', (code) => resolve({ code, stdout, stderr, lingeredMs: performance.now() - last }));
  });
}
