/** @module Writes oclif.manifest.json from the built commands, and removes built files whose source is gone. */
import { existsSync, globSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Plugin } from '../src/cli/oclif.ts';

const root = fileURLToPath(new URL('..', import.meta.url));

removeStaleOutput();
await writeManifest();

/** tsc never deletes: without this a removed command would live on in dist. */
function removeStaleOutput(): void {
  for (const built of globSync('dist/**/*.{js,d.ts}', { cwd: root })) {
    const source = built.replace(/^dist/, 'src').replace(/\.(?:js|d\.ts)$/, '.ts');
    if (!existsSync(join(root, source))) rmSync(join(root, built));
  }
}

/** With the manifest, a command starts by loading one file instead of all commands. */
async function writeManifest(): Promise<void> {
  const plugin = new Plugin({
    root,
    type: 'core',
    ignoreManifest: true,
    errorOnManifestCreate: true,
    respectNoCacheDefault: true,
  });
  await plugin.load();
  writeFileSync(join(root, 'oclif.manifest.json'), `${JSON.stringify(plugin.manifest, null, 2)}\n`);
}
