/** @module Where dbm keeps the sandbox: the user's state folder, by the XDG rules. */
import { homedir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import type { Environment } from './io.ts';

/** The sandbox's state file: `DBM_SANDBOX_FILE`, else `dbm/sandbox.db` in `XDG_STATE_HOME` or `~/.local/state`. */
export function sandboxFile(env: Environment): string {
  const named = env.DBM_SANDBOX_FILE ?? '';
  if (named !== '') return resolve(named);
  return join(stateHome(env), 'dbm', 'sandbox.db');
}

/** Where `sandbox serve` leaves its certificate and kubeconfig: beside the state file. */
export function serveFolder(env: Environment): string {
  return join(dirname(sandboxFile(env)), 'serve');
}

/** `path` as people write it: `~` for their home. */
export function shortPath(path: string, env: Environment): string {
  const home = homeOf(env);
  return path.startsWith(`${home}/`) ? `~${path.slice(home.length)}` : path;
}

function stateHome(env: Environment): string {
  const named = env.XDG_STATE_HOME ?? '';
  // The XDG rules: a relative path is to be ignored.
  return named.startsWith('/') ? named : join(homeOf(env), '.local', 'state');
}

function homeOf(env: Environment): string {
  const home = env.HOME ?? '';
  return home === '' ? homedir() : home;
}
