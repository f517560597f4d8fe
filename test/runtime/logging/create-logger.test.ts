/** @module Log lines for people and for machines. */
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { StatusError } from '../../../src/kube/status-error.ts';
import { createLogger, type LoggerOptions } from '../../../src/runtime/logging/create-logger.ts';

describe('a logger', () => {
  test('writes text in the manner of klog', () => {
    const { logger, lines } = into({ format: 'text' });
    logger.info('Successfully synced', { key: 'default/orders', ms: 3 });
    assert.match(
      lines[0] ?? '',
      /^I\d{4} \d\d:\d\d:\d\d\.\d{3} Successfully synced key="default\/orders" ms=3\n$/,
    );
  });

  test('writes JSON, one object a line', () => {
    const { logger, lines } = into({ format: 'json' });
    logger.warn('slow', { key: 'a/b' });
    const { time, ...rest } = JSON.parse(lines[0] ?? '') as Record<string, unknown>;
    assert.deepEqual(rest, { level: 'warn', key: 'a/b', msg: 'slow' });
    assert.ok(Math.abs(Date.parse(String(time)) - Date.now()) < 60_000);
  });

  test('colours only what is pretty', () => {
    const { logger, lines } = into({ format: 'pretty' });
    logger.error('bad');
    assert.ok(lines[0]?.startsWith('\u001b[31mE'));
  });

  const levels: readonly (readonly [number, string])[] = [
    [0, 'EWI'],
    [1, 'EWI'],
    [2, 'EWID'],
    [3, 'EWID'],
    [4, 'EWIDT'],
    [9, 'EWIDT'],
  ];
  for (const [verbosity, letters] of levels) {
    test(`at -v ${verbosity} writes ${letters}`, () => {
      const { logger, lines } = into({ format: 'text', verbosity });
      for (const level of ['error', 'warn', 'info', 'debug', 'trace'] as const) logger[level]('x');
      assert.equal(lines.map((line) => line[0]).join(''), letters);
    });
  }

  test('tells of an error its message and reason, without stack or cause', () => {
    const { logger, lines } = into({ format: 'json' });
    const error = new StatusError({
      kind: 'Status',
      apiVersion: 'v1',
      status: 'Failure',
      code: 403,
      reason: 'Forbidden',
      message: 'no',
    });
    logger.error('failed', { error: Object.assign(error, { cause: { token: 's3cret' } }) });
    logger.error('failed', { error: 'plain' });
    const [first = '', second = ''] = lines;
    const told = (line: string) => JSON.parse(line) as Record<string, unknown>;
    assert.deepEqual(
      [told(first).error, told(first).reason, told(second).error],
      ['no', 'Forbidden', 'plain'],
    );
    assert.doesNotMatch(first, /s3cret|at .*\.ts/);
  });
});

function into(options: Omit<LoggerOptions, 'stream'>) {
  const lines: string[] = [];
  const logger = createLogger({ ...options, stream: { write: (line) => lines.push(line) } });
  return { logger, lines };
}
