/** @module Standard input that never comes. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Interruption } from '../../../src/cli/io.ts';
import { readSources } from '../../../src/cli/manifest/read-sources.ts';

test('Ctrl-C ends the wait for standard input', async () => {
  const stop = new AbortController();
  const interruption = new Interruption('SIGINT');
  const stdin = {
    [Symbol.asyncIterator]: () => ({
      next: (): Promise<IteratorResult<string>> => {
        stop.abort(interruption);
        return Promise.withResolvers<never>().promise;
      },
    }),
  };
  await assert.rejects(readSources(['-'], { stdin, signal: stop.signal }), interruption);
});
