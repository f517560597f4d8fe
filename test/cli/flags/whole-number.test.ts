/** @module Whole numbers on the command line. */
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { parseWholeNumber, REPLICA_BOUNDS } from '../../../src/cli/flags/whole-number.ts';

describe('a number of replicas', () => {
  for (const text of ['1', '2', '10']) {
    test(`"${text}" is taken`, () => assert.equal(parseWholeNumber(text, REPLICA_BOUNDS), Number(text)));
  }

  for (const text of [
    '0',
    '11',
    '-1',
    '1.5',
    '1e1',
    '08',
    '0x5',
    '+3',
    '3abc',
    '',
    ' 3',
    '٣',
    '2147483648',
    'NaN',
  ]) {
    test(`"${text}" is refused`, () => assert.equal(parseWholeNumber(text, REPLICA_BOUNDS), undefined));
  }
});
