import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { humanDuration } from '../../../src/sandbox/kinds/human-duration.ts';

const [SECOND, MINUTE, HOUR, DAY] = [1000, 60_000, 3_600_000, 86_400_000];

describe('an age is shown as kubectl shows it', () => {
  for (const [ms, shown] of [
    [-5 * SECOND, '<invalid>'],
    [0, '0s'],
    [119 * SECOND, '119s'],
    [2 * MINUTE, '2m'],
    [3 * MINUTE + 12 * SECOND, '3m12s'],
    [10 * MINUTE + 5 * SECOND, '10m'],
    [3 * HOUR, '3h'],
    [5 * HOUR + 20 * MINUTE, '5h20m'],
    [47 * HOUR, '47h'],
    [3 * DAY + 4 * HOUR, '3d4h'],
    [12 * DAY, '12d'],
    [760 * DAY, '2y30d'],
  ] as const) {
    test(`${ms} ms as ${shown}`, () => assert.equal(humanDuration(ms), shown));
  }
});
