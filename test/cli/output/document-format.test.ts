/** @module Whether one document is asked for. */
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { documentFormat } from '../../../src/cli/output/document-format.ts';

describe('the document format of', () => {
  const cases: Readonly<Record<string, 'json' | 'yaml' | undefined>> = {
    'get --json': 'json',
    'get -o json': 'json',
    'get -ojson': 'json',
    'get -o=json': 'json',
    'get --output yaml': 'yaml',
    'get --output=yaml': 'yaml',
    'get -o wide': undefined,
    'get -o': undefined,
    'get json': undefined,
    'get -- --json': undefined,
    'get --jsonx': undefined,
  };
  for (const [line, format] of Object.entries(cases)) {
    test(`"${line}" is ${format}`, () => assert.equal(documentFormat(line.split(' ')), format));
  }
});
