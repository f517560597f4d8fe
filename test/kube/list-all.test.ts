import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { ListOptions, Reader } from '../../src/kube/client.ts';
import { listAll, listAllPages } from '../../src/kube/list-all.ts';
import { configMaps } from '../../src/kube/resources.ts';
import { isExpired, StatusError } from '../../src/kube/status-error.ts';

describe('listAll', () => {
  test('follows continue tokens to the end', async () => {
    const { reader, asked } = collection(['a', 'b', 'c', 'd', 'e']);
    const found = await listAll(reader, configMaps, { namespace: 't', resourceVersion: '0' });
    assert.deepEqual(
      found.map(({ metadata }) => metadata.name),
      ['a', 'b', 'c', 'd', 'e'],
    );
    assert.equal(asked.length, 3);
    assert.ok(asked.every(({ namespace, limit }) => namespace === 't' && limit === 500));
    assert.deepEqual(
      asked.map(({ resourceVersion }) => resourceVersion),
      ['0', undefined, undefined],
    );
  });

  test('keeps the resourceVersion of the snapshot, where a watch may begin', async () => {
    const { metadata } = await listAllPages(collection(['a', 'b', 'c']).reader, configMaps);
    assert.deepEqual(metadata, { resourceVersion: '42' });
  });

  test('reads everything anew, in one piece, when the token expires', async () => {
    const { reader, asked } = collection(['a', 'b', 'c', 'd', 'e'], { expireOnPage: 2 });
    const found = await listAll(reader, configMaps);
    assert.deepEqual(
      found.map(({ metadata }) => metadata.name),
      ['a', 'b', 'c', 'd', 'e'],
    );
    assert.equal(asked.at(-1)?.limit, undefined);
  });

  test('does not restart for other refusals, nor for a first page that expired', async () => {
    await assert.rejects(listAll(collection(['a'], { expireOnPage: 1 }).reader, configMaps), isExpired);
  });
});

/** Pages of two. */
function collection(
  names: readonly string[],
  { expireOnPage = 0 } = {},
): { reader: Reader; asked: ListOptions[] } {
  const asked: ListOptions[] = [];
  const list = async (_resource: unknown, options: ListOptions = {}) => {
    asked.push(options);
    if (asked.length === expireOnPage)
      throw new StatusError({
        kind: 'Status',
        apiVersion: 'v1',
        status: 'Failure',
        code: 410,
        reason: 'Expired',
      });
    const start = Number(options.continue ?? 0);
    const end = options.limit === undefined ? names.length : start + 2;
    const more = end < names.length;
    const items = names
      .slice(start, end)
      .map((name) => ({ apiVersion: 'v1', kind: 'ConfigMap', metadata: { name } }));
    const metadata = {
      resourceVersion: '42',
      ...(more && { continue: String(end), remainingItemCount: names.length - end }),
    };
    return { apiVersion: 'v1', kind: 'ConfigMapList', metadata, items };
  };
  return {
    asked,
    reader: { list, get: () => Promise.reject(new Error('not asked for')) } as unknown as Reader,
  };
}
