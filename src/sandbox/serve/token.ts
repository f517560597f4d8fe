/** @module The bearer token that lets its holder in. */
import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { readFileIfThere, writePrivateFile } from './private-file.ts';

const FORM = /^[\w-]{43}$/;

/** The token kept in `dir`, so that kubeconfigs written before stay good; a new one where there is none. */
export async function loadToken(dir: string): Promise<string> {
  const path = join(dir, 'token');
  const kept = (await readFileIfThere(path))?.trim() ?? '';
  if (FORM.test(kept)) return kept;
  const token = randomBytes(32).toString('base64url');
  await writePrivateFile(path, `${token}\n`);
  return token;
}
