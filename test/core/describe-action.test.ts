import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { describeAction, formatDifference } from '../../src/core/describe-action.ts';
import { secrets } from '../../src/kube/resources.ts';

const secret = {
  apiVersion: 'v1',
  kind: 'Secret',
  metadata: { name: 'a', namespace: 't' },
  data: { password: 'c2VjcmV0' },
};

describe('what is told of an action', () => {
  test('names the object and the differences', () => {
    const service = { apiVersion: 'v1', kind: 'Service', metadata: { name: 'a', namespace: 't' } };
    const differences = [{ path: 'spec.type', want: 'ClusterIP', got: undefined }];
    const summary = describeAction({
      verb: 'apply',
      resource: secrets,
      object: service,
      live: service,
      differences,
      locked: false,
    });
    assert.deepEqual(summary, { verb: 'apply', kind: 'Service', name: 'a', namespace: 't', differences });
  });

  test('masks the values of a Secret, and nothing else of it', () => {
    const differences = [
      { path: 'data.password', want: 'c2VjcmV0', got: undefined },
      { path: 'data', want: { password: 'c2VjcmV0' }, got: {} },
      { path: 'type', want: 'Opaque', got: 'x' },
    ];
    const summary = describeAction({
      verb: 'apply',
      resource: secrets,
      object: secret,
      live: secret,
      differences,
      locked: true,
    });
    assert.ok(!JSON.stringify(summary).includes('c2VjcmV0'));
    assert.deepEqual(summary.differences[2], differences[2]);
    assert.deepEqual(summary.differences[0], { path: 'data.password', want: '***', got: undefined });
  });

  test('is one sentence for each difference', () => {
    assert.equal(
      formatDifference({ path: 'spec.replicas', want: 2, got: 5 }),
      'spec.replicas is 5, should be 2',
    );
    assert.equal(
      formatDifference({ path: 'a', want: { b: 1 }, got: undefined }),
      'a is absent, should be {"b":1}',
    );
  });
});
