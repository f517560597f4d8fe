/** @module `npm run generate [-- --check]`: writes, or only compares, the files that come from the schema. */
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { parseArgs } from 'node:util';
import { generatedFiles } from './generate/outputs.ts';

const root = join(import.meta.dirname, '..');
const { values } = parseArgs({ options: { check: { type: 'boolean', default: false } } });

for (const [path, content] of await generatedFiles()) {
  if ((await contentOf(join(root, path))) === content) continue;
  if (values.check) report(path);
  else await write(path, content);
}

function report(path: string): void {
  console.error(`${path} is stale: run npm run generate`);
  process.exitCode = 1;
}

async function write(path: string, content: string): Promise<void> {
  await mkdir(dirname(join(root, path)), { recursive: true });
  await writeFile(join(root, path), content);
  console.log(`wrote ${path}`);
}

async function contentOf(path: string): Promise<string | undefined> {
  try {
    return await readFile(path, 'utf8');
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return undefined;
    throw error;
  }
}
