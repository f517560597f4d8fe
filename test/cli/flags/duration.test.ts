/** @module Durations on the command line. */
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { parseDuration } from '../../../src/cli/flags/duration.ts';

describe('a duration', () => {
  const cases: Readonly<Record<string, number>> = {
    '30': 30_000,
    '0': 0,
    '90s': 90_000,
    '1m30s': 90_000,
    '500ms': 500,
    '1.5h': 5_400_000,
    '2h45m': 9_900_000,
  };
  for (const [text, ms] of Object.entries(cases)) {
    test(`"${text}" is ${ms} ms`, () => assert.equal(parseDuration(text), ms));
  }

  for (const text of ['', ' ', 's', '-5s', '5 s', '5d', '1m30', '1e3', 'ten', '30s!', '10000h']) {
    test(`"${text}" is none`, () => assert.equal(parseDuration(text), undefined));
  }
});
