/** @module The sandbox's files: the database and what SQLite and `sandbox serve` keep beside it. */
import { existsSync } from 'node:fs';
import { mkdir, rm, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { Environment } from '../io.ts';
import { sandboxFile, serveFolder } from '../state-folder.ts';

const BESIDE = ['', '-wal', '-shm', '-journal'];

/** The path of the state file, whose folder exists then, readable by its owner only. */
export async function prepareSandboxFile(env: Environment): Promise<string> {
  const file = sandboxFile(env);
  await mkdir(dirname(file), { recursive: true, mode: 0o700 });
  return file;
}

/** How many bytes the database takes, with its write-ahead log; undefined when there is none. */
export async function sandboxSize(env: Environment): Promise<number | undefined> {
  const file = sandboxFile(env);
  if (!existsSync(file)) return undefined;
  const sizes = await Promise.all(BESIDE.map((suffix) => sizeOf(`${file}${suffix}`)));
  return sizes.reduce((sum, size) => sum + size, 0);
}

/** Deletes the database and what `sandbox serve` left. */
export async function removeSandbox(env: Environment): Promise<void> {
  const file = sandboxFile(env);
  for (const suffix of BESIDE) await rm(`${file}${suffix}`, { force: true });
  await rm(serveFolder(env), { recursive: true, force: true });
}

/** Where `sandbox serve` writes its kubeconfig. */
export function servedKubeconfig(env: Environment): string {
  return join(serveFolder(env), 'kubeconfig');
}

async function sizeOf(path: string): Promise<number> {
  return existsSync(path) ? (await stat(path)).size : 0;
}
