/** @module The store finds objects by name and by index, and exchanges its content at once. */
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import fc from 'fast-check';
import type { ConfigMap } from '../../../src/kube/resources.ts';
import { Indexer } from '../../../src/runtime/cache/indexer.ts';
import { aConfigMap } from './hand-driven-api.ts';

const owners = {
  owner: ({ metadata }: ConfigMap) => (metadata.ownerReferences ?? []).map(({ uid }) => uid),
};

describe('an indexer', () => {
  test('finds an object by its key and by every value of its indices', () => {
    const indexer = new Indexer(owners);
    const owned = anOwned('a', 'u1', 'u2');
    indexer.put(owned);
    assert.equal(indexer.get({ namespace: 'ns', name: 'a' }), owned);
    assert.deepEqual(indexer.byIndex('owner', 'u1'), [owned]);
    assert.deepEqual(indexer.byIndex('owner', 'u2'), [owned]);
    assert.deepEqual(indexer.byIndex('namespace', 'ns'), [owned]);
    assert.deepEqual(indexer.byIndex('owner', 'u3'), []);
  });

  test('moves an object whose indexed value changes', () => {
    const indexer = new Indexer(owners);
    indexer.put(anOwned('a', 'u1'));
    indexer.put(anOwned('a', 'u2'));
    assert.deepEqual(indexer.byIndex('owner', 'u1'), []);
    assert.equal(indexer.byIndex('owner', 'u2').length, 1);
    assert.equal(indexer.size, 1);
  });

  test('forgets what was deleted or replaced', () => {
    const indexer = new Indexer(owners);
    indexer.put(anOwned('a', 'u1'));
    indexer.put(anOwned('b', 'u1'));
    indexer.delete({ namespace: 'ns', name: 'a' });
    assert.deepEqual(indexer.byIndex('owner', 'u1').map(nameOf), ['b']);
    indexer.replace([anOwned('c', 'u1')]);
    assert.deepEqual(indexer.byIndex('owner', 'u1').map(nameOf), ['c']);
    assert.deepEqual(indexer.list().map(nameOf), ['c']);
  });

  test('refuses an index that it does not have', () => {
    assert.throws(() => new Indexer(owners).byIndex('colour', 'red'), TypeError);
  });

  test('agrees with a plain scan, whatever was done to it', () => {
    const change = fc.record({
      name: fc.constantFrom('a', 'b', 'c'),
      uids: fc.option(fc.uniqueArray(fc.constantFrom('u1', 'u2'))),
    });
    fc.assert(
      fc.property(fc.array(change), (changes) => {
        const indexer = new Indexer(owners);
        for (const { name, uids } of changes)
          if (uids === null) indexer.delete({ namespace: 'ns', name });
          else indexer.put(anOwned(name, ...uids));
        for (const uid of ['u1', 'u2']) {
          const scanned = indexer.list().filter((object) => owners.owner(object).includes(uid));
          assert.deepEqual(new Set(indexer.byIndex('owner', uid)), new Set(scanned));
        }
      }),
    );
  });
});

function anOwned(name: string, ...uids: readonly string[]): ConfigMap {
  const ownerReferences = uids.map((uid) => ({ apiVersion: 'v1', kind: 'Pod', name: uid, uid }));
  return aConfigMap(name, 1, { ownerReferences });
}

function nameOf({ metadata }: ConfigMap): string | undefined {
  return metadata.name;
}
