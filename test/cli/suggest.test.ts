/** @module Suggestions. */
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { nearest } from '../../src/cli/suggest.ts';

describe('the nearest name', () => {
  const known = [
    'create',
    'delete',
    'get',
    'reconcile',
    'sandbox reset',
    'sandbox serve',
    'sandbox status',
    'version',
  ];
  const cases: Readonly<Record<string, string | undefined>> = {
    creat: 'create',
    recncile: 'reconcile',
    Delete: 'delete',
    vers: 'version',
    'sandbox stauts': 'sandbox status',
    'sandbox list': undefined,
    gte: undefined,
    banana: undefined,
    '': undefined,
  };
  for (const [name, expected] of Object.entries(cases)) {
    test(`to "${name}" is ${expected}`, () => assert.equal(nearest(name, known), expected));
  }
});
