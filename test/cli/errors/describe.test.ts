/** @module What is told of an error. */
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { CliError, UsageError } from '../../../src/cli/errors/cli-error.ts';
import { combineFailures, tryEach } from '../../../src/cli/errors/combine-failures.ts';
import { describeError } from '../../../src/cli/errors/describe.ts';
import { Interruption } from '../../../src/cli/io.ts';
import { KubeconfigError } from '../../../src/kube/kubeconfig/kubeconfig-error.ts';
import { type Status, StatusError } from '../../../src/kube/status-error.ts';
import { ConnectionError } from '../../../src/kube/transport.ts';

const { signal } = new AbortController();
const refused = (code: number, reason: string, details?: Status['details']) =>
  new StatusError({
    kind: 'Status',
    apiVersion: 'v1',
    status: 'Failure',
    code,
    reason,
    message: `the server said ${reason}`,
    ...(details !== undefined && { details }),
  });

describe('an error is told with reason and exit code:', () => {
  const cases: readonly (readonly [
    name: string,
    error: unknown,
    reason: string,
    exitCode: number,
    message: RegExp,
  ])[] = [
    ['wrong usage', new UsageError('no'), 'Usage', 2, /^no$/],
    ['a failure of a command', new CliError('no', { reason: 'Declined' }), 'Declined', 1, /^no$/],
    ['a wrong kubeconfig', new KubeconfigError('no context'), 'Kubeconfig', 1, /^no context$/],
    ['a refusal', refused(409, 'Conflict'), 'Conflict', 1, /Conflict/],
    ['unknown credentials', refused(401, 'Unauthorized'), 'Unauthorized', 4, /credentials/],
    ['missing rights', refused(403, 'Forbidden'), 'Forbidden', 4, /Forbidden/],
    ['a missing object', refused(404, 'NotFound', { kind: 'pods', name: 'x' }), 'NotFound', 1, /NotFound/],
    ['a missing resource', refused(404, 'NotFound'), 'CrdMissing', 1, /run "dbm install-crd" first/],
    [
      'a missing namespace',
      refused(404, 'NotFound', { kind: 'namespaces', name: 'x' }),
      'NotFound',
      1,
      /check -n/,
    ],
    [
      'no answer',
      new ConnectionError('https://x', 'refused', { code: 'ECONNREFUSED' }),
      'Unreachable',
      4,
      /https:\/\/x/,
    ],
    ['Ctrl-C', new Interruption('SIGINT'), 'Interrupted', 130, /interrupted/],
    ['SIGTERM', new Interruption('SIGTERM', 'x stays'), 'Interrupted', 143, /terminated: x stays/],
    ['anything else', new Error('odd'), 'Failed', 1, /^odd$/],
    ['what is no error', 'odd', 'Failed', 1, /^odd$/],
    [
      'a refusal inside',
      new Error('making x', { cause: refused(403, 'Forbidden') }),
      'Forbidden',
      4,
      /^making x$/,
    ],
  ];
  for (const [name, error, reason, exitCode, message] of cases) {
    test(name, () => {
      const described = describeError(error, { signal });
      assert.deepEqual([described.reason, described.exitCode], [reason, exitCode]);
      assert.match(described.message, message);
    });
  }

  test('field by field where the server says so', () => {
    const causes = [{ field: 'spec.replicas', message: 'must be at most 10', reason: 'FieldValueInvalid' }];
    const described = describeError(refused(422, 'Invalid', { causes }), { signal });
    assert.deepEqual(described.causes, causes);
  });
});

describe('trying each of several', () => {
  const options = { what: (item: string) => item, signal };

  test('goes on after a failure and tells all failures together', async () => {
    const attempt = (item: string) =>
      item.startsWith('bad') ? Promise.reject(new CliError(`${item} failed`)) : Promise.resolve(item);
    const { results, failures } = await tryEach(['a', 'bad1', 'b', 'bad2'], { ...options, attempt });
    assert.deepEqual(results, ['a', 'b']);
    const { told, exitCode, causes } = combineFailures(failures, { total: 4 });
    assert.deepEqual([told, exitCode], ['2 of 4 failed', 1]);
    assert.deepEqual(
      causes.map(({ message }) => message),
      ['bad1 failed', 'bad2 failed'],
    );
  });

  test('ends early when nobody answers', async () => {
    let tries = 0;
    const attempt = () => {
      tries += 1;
      return Promise.reject(new ConnectionError('https://x', 'refused'));
    };
    await assert.rejects(tryEach(['a', 'b'], { ...options, attempt }), ConnectionError);
    assert.equal(tries, 1);
  });

  test('keeps the exit code that all failures share, else it is 1', () => {
    const failure = (exitCode: number) => ({ what: 'x', error: new CliError('no', { exitCode }) });
    assert.equal(combineFailures([failure(3), failure(3)], { total: 2 }).exitCode, 3);
    assert.equal(combineFailures([failure(3), failure(2)], { total: 2 }).exitCode, 1);
  });
});
