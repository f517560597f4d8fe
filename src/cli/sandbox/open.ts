/** @module Opens the sandbox of this user, and says what to do when that fails. */
import type { Clock } from '../../kube/clock.ts';
import type { Sandbox } from '../../sandbox/sandbox.ts';
import { CliError } from '../errors/cli-error.ts';
import type { Environment } from '../io.ts';
import { sandboxFile } from '../state-folder.ts';
import { prepareSandboxFile } from './files.ts';

/** SQLite's codes for a damaged file, and for one that was none of its own. */
const DAMAGED: readonly unknown[] = [11, 26];

/** Makes the sandbox where there is none yet. Rejects with a CliError that names the file and the cure. */
export async function openSandboxFile(env: Environment, clock: Clock): Promise<Sandbox> {
  const { openSandbox } = await import('../../sandbox/sandbox.ts');
  try {
    return openSandbox({ file: await prepareSandboxFile(env), clock });
  } catch (error) {
    throw new CliError(told(error, sandboxFile(env)), { reason: 'SandboxUnusable', cause: error });
  }
}

function told(error: unknown, file: string): string {
  if (!(error instanceof Error)) return String(error);
  if (error.name === 'DatabaseFormatError') return error.message;
  const isDamaged = 'errcode' in error && DAMAGED.includes(error.errcode);
  const cure = isDamaged ? 'start anew with "dbm sandbox reset"' : 'put it elsewhere with DBM_SANDBOX_FILE';
  return `cannot open the sandbox ${file}: ${error.message}; ${cure}`;
}
