import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { DatabaseManagerSpec } from '../../src/api/database-manager.ts';
import { stalled, waiting } from '../../src/core/checks/halt.ts';
import { instanceOf } from '../../src/core/instance.ts';
import type { Progress } from '../../src/core/progress.ts';
import { type VerdictFacts, verdictOf } from '../../src/core/verdict.ts';
import { aDatabaseManager } from './support/a-database-manager.ts';

const complete: Progress = { kind: 'complete' };
const rolling: Progress = { kind: 'rolling', changing: false, reason: 'Progressing', message: '0 of 1' };

function facts(over: Partial<VerdictFacts> & { spec?: DatabaseManagerSpec } = {}): VerdictFacts {
  const { spec = {}, ...rest } = over;
  const instance = instanceOf(aDatabaseManager({ spec }));
  return {
    instance,
    halt: undefined,
    progress: complete,
    acted: false,
    pending: false,
    before: undefined,
    ...rest,
  };
}

function said(over: Parameters<typeof facts>[0]) {
  const { ready, reconciling, stalled: isStalled, reason } = verdictOf(facts(over));
  return [ready && 'Ready', reconciling && 'Reconciling', isStalled && 'Stalled', reason].filter(
    (part) => part !== false,
  );
}

const reconcilingBefore = (status: 'True' | 'False') => ({
  conditions: [
    { type: 'Reconciling', status, reason: 'X', message: '', lastTransitionTime: '2026-12-01T00:00:00Z' },
  ],
});

const suspended = { kind: 'suspended', reason: 'Suspended', message: 'suspended' } as const;

describe('the verdict', () => {
  const cases: readonly (readonly [string, Parameters<typeof facts>[0], readonly string[]])[] = [
    ['all pods serve', {}, ['Ready', 'Available']],
    ['stopped, and no pod left', { spec: { stopped: true } }, ['Ready', 'Stopped']],
    ['no Deployment yet', { progress: undefined }, ['Reconciling', 'Progressing']],
    ['a first rollout', { progress: rolling }, ['Reconciling', 'Progressing']],
    [
      'a change on its way',
      { progress: { ...rolling, changing: true }, before: reconcilingBefore('False') },
      ['Reconciling', 'Progressing'],
    ],
    [
      'a change made now',
      { progress: rolling, acted: true, before: reconcilingBefore('False') },
      ['Reconciling', 'Progressing'],
    ],
    [
      'a rollout not finished',
      { progress: rolling, before: reconcilingBefore('True') },
      ['Reconciling', 'Progressing'],
    ],
    [
      'pods that failed by themselves',
      { progress: rolling, before: reconcilingBefore('False') },
      ['Unavailable'],
    ],
    [
      'a rollout that failed',
      { progress: { kind: 'failed', reason: 'ReplicaFailure', message: '' } },
      ['Stalled', 'ReplicaFailure'],
    ],
    ['a halt for people', { halt: stalled('ResourceExists', '') }, ['Stalled', 'ResourceExists']],
    ['a halt that passes', { halt: waiting('ChildTerminating', '') }, ['Reconciling', 'ChildTerminating']],
    ['suspended while all is well', { halt: suspended }, ['Ready', 'Suspended']],
    ['suspended with changes waiting', { halt: suspended, pending: true }, ['Suspended']],
    ['suspended while pods fail', { halt: suspended, progress: rolling }, ['Suspended']],
  ];
  for (const [name, over, expected] of cases) {
    test(name, () => assert.deepEqual(said(over), expected));
  }

  test('never takes replicas for redundancy', () => {
    assert.match(
      verdictOf(facts({ spec: { replicas: 3 } })).message,
      /3 independent databases .* without replication/,
    );
  });
});
