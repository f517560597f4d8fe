import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, type TestContext, test } from 'node:test';
import { openSandbox } from '../../../src/sandbox/sandbox.ts';
import { aConfigMap, asking, CONFIG_MAPS, eventsOf } from '../a-sandbox.ts';

const SANDBOX = new URL('../../../src/sandbox/sandbox.ts', import.meta.url).href;

describe('several processes on one file', () => {
  test('see the same world, also after all of them have ended', async (t) => {
    const file = aFile(t);
    await inOtherProcess(file, [aConfigMap('theirs')]);
    const sandbox = openSandbox({ file });
    t.after(() => sandbox.close());
    const found = await asking(sandbox)('GET', `${CONFIG_MAPS}/theirs`);
    assert.equal(found.status, 200);
  });

  test('are told by their watches what the others write', async (t) => {
    const file = aFile(t);
    const sandbox = openSandbox({ file });
    t.after(() => sandbox.close());
    const events = eventsOf(sandbox, `${CONFIG_MAPS}?watch=true&fieldSelector=metadata.name%3Dtheirs`);
    const first = events.next();
    await inOtherProcess(file, [aConfigMap('theirs')]);
    assert.equal((await first).value.type, 'ADDED');
    await events.return(undefined);
  });

  test('write at the same time without losing anything or giving a version twice', async (t) => {
    const file = aFile(t);
    const sandbox = openSandbox({ file });
    t.after(() => sandbox.close());
    const ask = asking(sandbox);
    const many = (who: string) => Array.from({ length: 100 }, (_, index) => aConfigMap(`${who}-${index}`));
    const other = inOtherProcess(file, many('theirs'));
    for (const object of many('ours')) assert.equal((await ask('POST', CONFIG_MAPS, object)).status, 201);
    await other;
    const { items } = (await ask('GET', CONFIG_MAPS)).body;
    const written = items.filter(({ metadata }: { metadata: { name: string } }) =>
      /^(ours|theirs)-/.test(metadata.name),
    );
    const versions = new Set(
      written.map(({ metadata }: { metadata: { resourceVersion: string } }) => metadata.resourceVersion),
    );
    assert.equal(written.length, 200);
    assert.equal(versions.size, 200);
  });
});

/** Creates the objects by a sandbox in a process of its own. */
async function inOtherProcess(file: string, objects: readonly unknown[]): Promise<void> {
  const code = `
    const { openSandbox } = await import(${JSON.stringify(SANDBOX)});
    const sandbox = openSandbox({ file: ${JSON.stringify(file)} });
    for (const object of ${JSON.stringify(objects)}) {
      const { status } = await sandbox.handle({ method: 'POST', path: ${JSON.stringify(CONFIG_MAPS)}, body: JSON.stringify(object) });
      if (status !== 201) process.exit(1);
    }
    await sandbox.close();`;
  const child = spawn(process.execPath, ['--input-type=module', '-e', code], { stdio: 'inherit' });
  const [code_] = await once(child, 'exit');
  assert.equal(code_, 0);
}

function aFile(t: TestContext): string {
  const folder = mkdtempSync(join(tmpdir(), 'dbm-processes-'));
  t.after(() => rmSync(folder, { recursive: true, force: true }));
  return join(folder, 'sandbox.db');
}
