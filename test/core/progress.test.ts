import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { isLate, progressOf, stuckFor } from '../../src/core/progress.ts';
import type { Deployment, Pod } from '../../src/kube/resources.ts';

interface Counts {
  readonly generation?: number;
  readonly observedGeneration?: number;
  readonly desired?: number;
  readonly replicas?: number;
  readonly updatedReplicas?: number;
  readonly availableReplicas?: number;
}

const DONE: Counts = {
  generation: 2,
  observedGeneration: 2,
  desired: 2,
  replicas: 2,
  updatedReplicas: 2,
  availableReplicas: 2,
};

type Conditions = NonNullable<NonNullable<Deployment['status']>['conditions']>;

function aDeployment(
  { generation = 1, desired = 1, ...status }: Counts,
  conditions: Conditions = [],
): Deployment {
  return {
    apiVersion: 'apps/v1',
    kind: 'Deployment',
    metadata: { name: 'orders', generation, creationTimestamp: '2026-12-01T00:00:00Z' },
    spec: { replicas: desired, selector: {}, template: {} },
    status: { ...status, conditions },
  };
}

function aPod(name: string, status: Pod['status']): Pod {
  return { apiVersion: 'v1', kind: 'Pod', metadata: { name }, ...(status === undefined ? {} : { status }) };
}

const container = { name: 'mysql', image: 'mysql:5.7', imageID: '', ready: false, restartCount: 3 };

describe('a rollout is complete', () => {
  test('when all replicas are updated and available, and the controller has seen the last change', () => {
    assert.deepEqual(progressOf(aDeployment(DONE)), { kind: 'complete' });
  });

  test('when none is wanted and none is there', () => {
    assert.equal(progressOf(aDeployment({ observedGeneration: 1, desired: 0 })).kind, 'complete');
  });

  const incomplete: readonly (readonly [string, Counts])[] = [
    ['the controller has not seen the change', { ...DONE, generation: 3 }],
    ['a pod is of the old template', { ...DONE, updatedReplicas: 1 }],
    ['a pod does not serve', { ...DONE, availableReplicas: 1 }],
    ['an old pod is still there', { ...DONE, replicas: 3 }],
    ['there is no status at all', { generation: 1, desired: 1 }],
    ['counters are missing', { observedGeneration: 1, desired: 1, replicas: 1 }],
  ];
  for (const [why, counts] of incomplete) {
    test(`not while ${why}`, () => assert.equal(progressOf(aDeployment(counts)).kind, 'rolling'));
  }
});

describe('a rollout that fails', () => {
  const failing = { observedGeneration: 1, desired: 1, replicas: 0 };
  const late: Conditions = [{ type: 'Progressing', status: 'False', reason: 'ProgressDeadlineExceeded' }];
  const refused: Conditions = [
    { type: 'ReplicaFailure', status: 'True', reason: 'FailedCreate', message: 'exceeded quota' },
  ];

  test('took longer than its deadline', () => {
    const progress = progressOf(aDeployment(failing, late));
    assert.equal(progress.kind === 'failed' && progress.reason, 'ProgressDeadlineExceeded');
  });

  test('cannot create pods, and repeats what the server said', () => {
    const progress = progressOf(aDeployment(failing, refused));
    assert.equal(progress.kind === 'failed' && progress.reason, 'ReplicaFailure');
    assert.match(progress.kind === 'failed' ? progress.message : '', /exceeded quota/);
  });

  test('is forgotten once a newer change is on its way', () => {
    assert.equal(progressOf(aDeployment({ ...failing, generation: 2 }, late)).kind, 'rolling');
  });
});

describe('what a late pod tells', () => {
  const rolling = aDeployment({ observedGeneration: 1, desired: 1, replicas: 1, updatedReplicas: 1 });
  const told = (...pods: readonly Pod[]) => {
    const progress = progressOf(rolling, pods);
    assert.equal(progress.kind, 'rolling');
    return progress.kind === 'rolling' ? [progress.reason, progress.message] : [];
  };
  const waitingFor = (reason: string, message = '') =>
    aPod('a', { containerStatuses: [{ ...container, state: { waiting: { reason, message } } }] });

  test('the same while an image is tried and while that is put off', () => {
    const expected = ['ImagePullBackOff', 'pod a: image mysql:5.7 cannot be pulled'];
    assert.deepEqual(told(waitingFor('ErrImagePull', 'not found')), expected);
    assert.deepEqual(told(waitingFor('ImagePullBackOff', 'Back-off 10s')), expected);
  });

  test('the same while a container exits, waits and starts again', () => {
    const exit = { exitCode: 1, reason: 'Error' };
    const states = [
      { state: { terminated: exit } },
      {
        state: { waiting: { reason: 'CrashLoopBackOff', message: 'back-off 20s' } },
        lastState: { terminated: exit },
      },
      { state: { running: {} }, lastState: { terminated: exit } },
    ];
    for (const state of states) {
      const pod = aPod('a', { containerStatuses: [{ ...container, ...state }] });
      const message = 'pod a: container mysql exited with code 1 (Error): see its log';
      assert.deepEqual(told(pod), ['CrashLoopBackOff', message]);
    }
  });

  test('but not of one that is being deleted, which may well exit', () => {
    const terminated = { exitCode: 0, reason: 'Completed' };
    const pod = aPod('a', { containerStatuses: [{ ...container, state: { terminated } }] });
    const deleted = { ...pod, metadata: { ...pod.metadata, deletionTimestamp: '2026-01-01T00:00:00Z' } };
    assert.equal(told(deleted)[0], 'Progressing');
  });

  test('that no node takes it', () => {
    const pod = aPod('a', {
      conditions: [{ type: 'PodScheduled', status: 'False', message: '0/1 nodes are available' }],
    });
    assert.deepEqual(told(pod), ['Unschedulable', 'pod a: 0/1 nodes are available']);
  });

  test('any other reason in the kubelet’s own words', () => {
    const told2 = told(waitingFor('CreateContainerConfigError', 'secret "x" not found'));
    assert.deepEqual(told2, ['CreateContainerConfigError', 'pod a: secret "x" not found']);
  });

  test('nothing while it starts as usual: then the counts speak', () => {
    assert.deepEqual(told(waitingFor('ContainerCreating')), [
      'Progressing',
      '0 of 1 replicas are up to date and available',
    ]);
  });

  test('and it does not matter in which order the pods are listed', () => {
    const b = aPod('b', { conditions: [{ type: 'PodScheduled', status: 'False', message: 'full' }] });
    assert.deepEqual(told(b, waitingFor('ErrImagePull')), told(waitingFor('ErrImagePull'), b));
  });
});

describe('lateness', () => {
  const at = (text: string) => Date.parse(text);
  const moved: Conditions = [{ type: 'Progressing', status: 'True', lastUpdateTime: '2026-12-01T00:00:10Z' }];

  test('counts from the last movement', () => {
    const rolling = aDeployment({ observedGeneration: 1 }, moved);
    assert.equal(isLate(rolling, at('2026-12-01T00:00:14Z')), false);
    assert.equal(isLate(rolling, at('2026-12-01T00:00:15Z')), true);
    assert.equal(stuckFor(aDeployment({}), at('2026-12-01T00:00:03Z')), 3_000);
  });

  test('is nothing that a complete rollout has', () => {
    assert.equal(isLate(aDeployment(DONE), at('2027-01-01T00:00:00Z')), false);
  });
});
