/** @module C86: colour codes despite NO_COLOR. */
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { aHome, type Home } from '../commands/support/dbm.ts';

const ESCAPE = '\u001b';

describe('escape codes', () => {
  let home: Home;
  before(async () => {
    home = await aHome();
    await home.dbm('create mysql --no-wait');
  });
  after(() => home[Symbol.asyncDispose]());

  const cases = [
    { name: 'a terminal', terminal: true, env: { TERM: 'xterm' }, coloured: true },
    {
      name: 'a terminal with NO_COLOR',
      terminal: true,
      env: { TERM: 'xterm', NO_COLOR: '1' },
      coloured: false,
    },
    { name: 'a pipe', terminal: false, env: { TERM: 'xterm' }, coloured: false },
    { name: 'a pipe with FORCE_COLOR', terminal: false, env: { FORCE_COLOR: '1' }, coloured: true },
    { name: 'a dumb terminal', terminal: true, env: { TERM: 'dumb' }, coloured: false },
    { name: 'a CI system', terminal: true, env: { TERM: 'xterm', CI: 'true' }, coloured: false },
  ];
  for (const { name, terminal, env, coloured } of cases) {
    test(`${coloured ? 'are' : 'are not'} printed on ${name}, in tables and errors alike`, async () => {
      const table = await home.dbm('get', { terminal, env });
      const error = await home.dbm('get nope', { terminal, env });
      assert.equal(table.stdout.includes(ESCAPE), coloured);
      assert.equal(error.stderr.includes(ESCAPE), coloured);
    });
  }
});
