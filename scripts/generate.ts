/** @module `npm run generate [-- --check]`: writes, or only compares, the files that come from the schema. */
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { parseArgs } from 'node:util';
import { generatedFiles } from './generate/outputs.ts';

const root = join(import.meta.dirname, '..');
const { values } = parseArgs({ options: { check: { type: 'boolean', default: false } } });

const stale: string[] = [];
for (const [path, content] of generatedFiles()) {
  if ((await contentOf(join(root, path))) !== content) stale.push(path);
}
if (values.check) report(stale);
else await writeAll(stale);

function report(paths: readonly string[]): void {
  for (const path of paths) console.error(`${path} is stale: run npm run generate`);
  process.exitCode = paths.length === 0 ? 0 : 1;
}

async function writeAll(paths: readonly string[]): Promise<void> {
  const files = generatedFiles();
  for (const path of paths) {
    await mkdir(dirname(join(root, path)), { recursive: true });
    await writeFile(join(root, path), files.get(path) ?? '');
    console.log(`wrote ${path}`);
  }
}

async function contentOf(path: string): Promise<string | undefined> {
  try {
    return await readFile(path, 'utf8');
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return undefined;
    throw error;
  }
}
