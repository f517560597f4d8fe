/** @module The command surface is a contract: what it consists of is written down, and changes only on purpose. */
import assert from 'node:assert/strict';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { before, describe, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { Config } from '../../src/cli/oclif.ts';
import { aHome } from './support/dbm.ts';

const ROOT = fileURLToPath(new URL('../../', import.meta.url));
const SNAPSHOT = join(import.meta.dirname, 'surface.json');

describe('the command surface', () => {
  let config: Config;
  before(async () => {
    const pjson = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8'));
    const oclif = {
      ...pjson.oclif,
      commands: { ...pjson.oclif.commands, target: './src/commands', globPatterns: ['**/*.ts'] },
    };
    config = await Config.load({ root: ROOT, pjson: { ...pjson, oclif }, ignoreManifest: true });
  });

  test('is the one in surface.json; UPDATE_SURFACE=1 writes it anew', () => {
    const surface = Object.fromEntries(
      config.commands.map((command) => [command.id, describeCommand(command)]),
    );
    if (process.env.UPDATE_SURFACE === '1') writeFileSync(SNAPSHOT, `${JSON.stringify(surface, null, 2)}\n`);
    assert.deepEqual(surface, JSON.parse(readFileSync(SNAPSHOT, 'utf8')));
  });

  test('has a summary and examples for every command, and a summary for every flag', () => {
    for (const { id, summary, examples, flags } of config.commands) {
      assert.match(summary ?? '', /^[A-Z].*\.$/, id);
      assert.ok((examples ?? []).length > 0, `${id} has examples`);
      for (const flag of Object.values(flags))
        assert.match(flag.summary ?? '', /^[A-Z].*\.$/, `${id} --${flag.name}`);
    }
  });

  test('explains itself: every command has help, and the front page tells exit codes and commands', async () => {
    await using home = await aHome({ crd: false });
    for (const { id } of config.commands) {
      const { code, stdout } = await home.dbm([...id.split(':'), '--help']);
      assert.equal(code, 0);
      assert.match(stdout, /USAGE\n[\s\S]*EXAMPLES\n/, id);
    }
    const { stdout } = await home.dbm('--help');
    // oclif by itself moves a first flag without a short form to the left.
    assert.match((await home.dbm('controller --help')).stdout, /^FLAGS\n {6}--watch {2,}Run/m);
    assert.match(stdout, /EXIT CODES\n[\s\S]*130 +interrupted/);
    assert.match(stdout, /COMMANDS\n[\s\S]*create +Create a database/);
    assert.equal((await home.dbm('')).stdout, stdout);
  });
});

type Loaded = Config['commands'][number];

function describeCommand({ aliases, args, flags }: Loaded) {
  return {
    ...(aliases.length > 0 && { aliases }),
    args: Object.values(args).map(({ name, required = false }) => (required ? name.toUpperCase() : name)),
    flags: Object.values(flags).map(describeFlag).toSorted(),
  };
}

function describeFlag(flag: Loaded['flags'][string]): string {
  const char = flag.char === undefined ? '' : `-${flag.char} `;
  const aliases = (flag.aliases ?? []).map((alias) => ` --${alias}`).join('');
  if (flag.type === 'boolean') return `${char}--${flag.allowNo ? '[no-]' : ''}${flag.name}${aliases}`;
  const values = flag.options?.join('|') ?? 'VALUE';
  return `${char}--${flag.name}${aliases}=${values}${flag.multiple ? '…' : ''}${flag.required ? ' (required)' : ''}`;
}
