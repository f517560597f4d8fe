/** @module Finds and merges kubeconfig files by kubectl's rules. */
import { readFile } from 'node:fs/promises';
import { homedir } from 'node:os';
import { delimiter, join, resolve } from 'node:path';
import type { Kubeconfig } from './kubeconfig.ts';
import { KubeconfigError } from './kubeconfig-error.ts';
import { parseKubeconfig } from './parse-kubeconfig.ts';

/** `path` is the `--kubeconfig` flag: one file, which must exist. */
export interface KubeconfigSource {
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly path?: string | undefined;
}

/**
 * The kubeconfig in force: `path`, else the files of `KUBECONFIG` merged, else `~/.kube/config`. Resolves to
 * undefined when none of the three is there, so that the caller may look elsewhere. Rejects with a
 * KubeconfigError when files were named and none exists, or when one cannot be read or understood.
 */
export async function loadKubeconfig({ env, path }: KubeconfigSource): Promise<Kubeconfig | undefined> {
  if (path !== undefined && path !== '') return loadExplicit(path);
  const named = [...new Set((env.KUBECONFIG ?? '').split(delimiter).filter((file) => file !== ''))];
  return named.length > 0 ? loadNamed(named) : loadDefault(env);
}

async function loadExplicit(path: string): Promise<Kubeconfig> {
  const kubeconfig = await read(path);
  if (kubeconfig === undefined) throw new KubeconfigError(`the kubeconfig ${path} does not exist`);
  return kubeconfig;
}

async function loadNamed(files: readonly string[]): Promise<Kubeconfig> {
  const read_ = await Promise.all(files.map(read));
  const found = read_.filter((kubeconfig) => kubeconfig !== undefined);
  if (found.length > 0) return merge(found);
  const which =
    files.length === 1
      ? `a file that does not exist: ${files[0]}`
      : `files none of which exists: ${files.join(', ')}`;
  throw new KubeconfigError(`KUBECONFIG names ${which}. Correct it, or unset it to use ~/.kube/config`);
}

async function loadDefault(env: KubeconfigSource['env']): Promise<Kubeconfig | undefined> {
  const home = env.HOME || env.USERPROFILE || homedir();
  const kubeconfig = await read(join(home, '.kube', 'config'));
  return kubeconfig === undefined || isEmpty(kubeconfig) ? undefined : kubeconfig;
}

async function read(file: string): Promise<Kubeconfig | undefined> {
  let text: string;
  try {
    text = await readFile(resolve(file), 'utf8');
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? String(error.code) : '';
    if (code === 'ENOENT') return undefined;
    throw new KubeconfigError(`the kubeconfig ${file} cannot be read: ${code || String(error)}`, {
      cause: error,
    });
  }
  return parseKubeconfig(text, file);
}

function merge(kubeconfigs: readonly Kubeconfig[]): Kubeconfig {
  const currentContext = kubeconfigs.find((kubeconfig) => kubeconfig.currentContext)?.currentContext;
  return {
    files: kubeconfigs.flatMap(({ files }) => files),
    ...(currentContext !== undefined && { currentContext }),
    contexts: firstWins(kubeconfigs.map(({ contexts }) => contexts)),
    clusters: firstWins(kubeconfigs.map(({ clusters }) => clusters)),
    users: firstWins(kubeconfigs.map(({ users }) => users)),
  };
}

function firstWins<T>(maps: readonly ReadonlyMap<string, T>[]): ReadonlyMap<string, T> {
  return new Map(maps.toReversed().flatMap((map) => [...map]));
}

function isEmpty({ contexts, clusters, users, currentContext }: Kubeconfig): boolean {
  return contexts.size + clusters.size + users.size === 0 && currentContext === undefined;
}
