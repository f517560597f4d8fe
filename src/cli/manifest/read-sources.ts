/** @module The texts behind `-f`: files, folders, standard input. */
import { open, readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { UsageError } from '../errors/cli-error.ts';
import { interruptible } from '../interruptible.ts';
import type { Io } from '../io.ts';

/** A text and where it comes from. */
export interface Source {
  /** The path as given, or `standard input`. */
  readonly name: string;
  readonly text: string;
}

/** An API server takes no larger body; this many bytes are read of one source at most. */
const MAX_SOURCE_BYTES = 3 * 1024 * 1024;

const STDIN = 'standard input';

const MANIFEST = /\.(?:ya?ml|json)$/i;

/**
 * The sources that `paths` name, in order: `-` is standard input, a folder its `.yaml`, `.yml` and `.json` files by
 * name (not those of its subfolders). Rejects with a UsageError that names what cannot be
 * read, and with the signal's reason when the user stops while standard input is awaited.
 */
export async function readSources(
  paths: readonly string[],
  io: Pick<Io, 'stdin' | 'signal'>,
): Promise<readonly Source[]> {
  if (paths.filter((path) => path === '-').length > 1) {
    throw new UsageError('standard input can be read only once: give "-f -" one time');
  }
  const sources: Source[] = [];
  for (const path of paths) {
    sources.push(...(path === '-' ? [await readStdin(io)] : await readPath(path)));
  }
  return sources;
}

async function readStdin({ stdin, signal }: Pick<Io, 'stdin' | 'signal'>): Promise<Source> {
  return { name: STDIN, text: await collect(interruptible(stdin, signal), STDIN) };
}

async function readPath(path: string): Promise<readonly Source[]> {
  try {
    const isFolder = (await stat(path)).isDirectory();
    return isFolder ? await readFolder(path) : [await readManifest(path)];
  } catch (error) {
    if (error instanceof UsageError) throw error;
    throw unreadable(path === '' ? '-f ""' : path, error);
  }
}

async function readFolder(path: string): Promise<readonly Source[]> {
  const names = (await readdir(path)).filter((name) => MANIFEST.test(name)).toSorted();
  if (names.length === 0) throw new UsageError(`the folder ${path} holds no .yaml, .yml or .json file`);
  return await Promise.all(names.map((name) => readManifest(join(path, name))));
}

async function readManifest(path: string): Promise<Source> {
  await using file = await open(path);
  return { name: path, text: await collect(file.createReadStream({ autoClose: false }), path) };
}

async function collect(stream: AsyncIterable<Uint8Array | string>, name: string): Promise<string> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of stream) {
    const bytes = Buffer.from(chunk);
    size += bytes.length;
    if (size > MAX_SOURCE_BYTES) throw new UsageError(`${name} is larger than 3 MiB: split it up`);
    chunks.push(bytes);
  }
  return Buffer.concat(chunks).toString('utf8');
}

function unreadable(path: string, error: unknown): UsageError {
  const code = error instanceof Error && 'code' in error ? error.code : undefined;
  const why = code === 'ENOENT' ? 'does not exist' : `cannot be read (${code ?? String(error)})`;
  return new UsageError(`${path} ${why}`, { reason: 'Unreadable', cause: error });
}
