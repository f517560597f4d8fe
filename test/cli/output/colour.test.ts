/** @module When output is coloured. */
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { paletteFor, wantsColour } from '../../../src/cli/output/colour.ts';
import { isLive } from '../../../src/cli/progress/progress.ts';

const terminal = { write: () => true, isTTY: true, columns: 80 };
const pipe = { write: () => true };

describe('colour', () => {
  const cases: readonly (readonly [string, typeof pipe, Readonly<Record<string, string>>, boolean])[] = [
    ['a terminal', terminal, { TERM: 'xterm' }, true],
    ['a pipe', pipe, { TERM: 'xterm' }, false],
    ['a terminal with NO_COLOR', terminal, { NO_COLOR: '1' }, false],
    ['a terminal with an empty NO_COLOR', terminal, { NO_COLOR: '' }, true],
    ['a dumb terminal', terminal, { TERM: 'dumb' }, false],
    ['a terminal in CI', terminal, { CI: 'true' }, false],
    ['a pipe with FORCE_COLOR', pipe, { FORCE_COLOR: '1' }, true],
    ['CI with FORCE_COLOR', pipe, { CI: '1', FORCE_COLOR: '1' }, true],
    ['a terminal with FORCE_COLOR=0', terminal, { FORCE_COLOR: '0' }, false],
    ['NO_COLOR against FORCE_COLOR', terminal, { NO_COLOR: '1', FORCE_COLOR: '1' }, false],
  ];
  for (const [name, stream, env, expected] of cases) {
    test(`${expected ? 'is used' : 'is not used'} on ${name}`, async () => {
      assert.equal(wantsColour(stream, env), expected);
      const { red } = await paletteFor(stream, env);
      assert.equal(red('x').includes('\u001b'), expected);
    });
  }
});

describe('live progress', () => {
  test('is for terminals that have a width, are not dumb and not a CI system', () => {
    assert.equal(isLive(terminal, { NO_COLOR: '1' }), true);
    assert.equal(isLive(pipe, {}), false);
    assert.equal(isLive({ ...terminal, columns: 0 }, {}), false);
    assert.equal(isLive(terminal, { TERM: 'dumb' }), false);
    assert.equal(isLive(terminal, { CI: '1' }), false);
  });
});
