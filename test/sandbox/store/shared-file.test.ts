import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, type TestContext, test } from 'node:test';
import type { StoreIndex } from '../../../src/sandbox/store/indexes.ts';
import type { StoreKey } from '../../../src/sandbox/store/row.ts';
import { Store } from '../../../src/sandbox/store/store.ts';
import { Transaction } from '../../../src/sandbox/store/transaction.ts';

const HISTORY = { revisions: 1500 };
const byColour: StoreIndex = {
  resource: 'things',
  valuesOf: ({ metadata }) => Object.values(metadata.labels ?? {}),
};

describe('what a store keeps in memory', () => {
  test('gives way to what another one changes, removes and makes again', (t) => {
    const { ours, theirs } = twoStores(t);
    put(theirs, 'a', 'red');
    assert.equal(colourOf(ours, 'a'), 'red');
    put(theirs, 'a', 'blue');
    assert.equal(colourOf(ours, 'a'), 'blue');
    write(theirs, (transaction) => transaction.remove(keyOf('a')));
    assert.equal(colourOf(ours, 'a'), undefined);
    put(theirs, 'a', 'green');
    assert.equal(colourOf(ours, 'a'), 'green');
  });

  test('is followed by its indexes', (t) => {
    const { ours, theirs } = twoStores(t);
    put(ours, 'a', 'red');
    assert.deepEqual(namesBy(ours, 'red'), ['a']);
    put(theirs, 'b', 'red');
    put(theirs, 'a', 'blue');
    assert.deepEqual([namesBy(ours, 'red'), namesBy(ours, 'blue')], [['b'], ['a']]);
    write(theirs, (transaction) => transaction.remove(keyOf('b')));
    assert.deepEqual(namesBy(ours, 'red'), []);
  });

  for (const changes of [999, 1000, 4000]) {
    test(`is right again after ${changes} changes by another`, (t) => {
      const { ours, theirs } = twoStores(t);
      put(ours, 'a', 'red');
      assert.deepEqual(namesBy(ours, 'red'), ['a']);
      put(theirs, 'a', 'blue');
      for (let n = 0; n < changes - 1; n++) put(theirs, 'b', `shade-${n}`);
      assert.equal(colourOf(ours, 'a'), 'blue');
      assert.deepEqual([namesBy(ours, 'red'), namesBy(ours, 'blue')], [[], ['a']]);
      assert.deepEqual(namesBy(ours, `shade-${changes - 2}`), ['b']);
    });
  }

  test('is as before when a transaction gives up', (t) => {
    const { ours } = twoStores(t);
    put(ours, 'a', 'red');
    assert.deepEqual(namesBy(ours, 'red'), ['a']);
    write(
      ours,
      (transaction) => {
        transaction.put(keyOf('a'), aThing('a', 'blue'));
        transaction.put(keyOf('a'), aThing('a', 'green'));
        transaction.put(keyOf('b'), aThing('b', 'red'));
      },
      false,
    );
    assert.deepEqual([colourOf(ours, 'a'), colourOf(ours, 'b')], ['red', undefined]);
    assert.deepEqual(
      ['red', 'blue', 'green'].map((colour) => namesBy(ours, colour)),
      [['a'], [], []],
    );
    write(ours, (transaction) => transaction.remove(keyOf('a')), false);
    assert.deepEqual([colourOf(ours, 'a'), namesBy(ours, 'red')], ['red', ['a']]);
  });

  test('is not what a transaction gave up when another uses its revision', (t) => {
    const { ours, theirs } = twoStores(t);
    write(ours, (transaction) => transaction.put(keyOf('a'), aThing('a', 'red')), false);
    put(theirs, 'a', 'blue');
    assert.equal(colourOf(ours, 'a'), 'blue');
  });

  test('shares nothing with what was given to be stored', (t) => {
    const { ours } = twoStores(t);
    const labels = { colour: 'red' };
    write(ours, (transaction) =>
      transaction.put(keyOf('a'), { ...aThing('a', 'red'), metadata: { labels } }),
    );
    labels.colour = 'blue';
    assert.equal(colourOf(ours, 'a'), 'red');
  });
});

function twoStores(t: TestContext) {
  const folder = mkdtempSync(join(tmpdir(), 'dbm-shared-'));
  t.after(() => rmSync(folder, { recursive: true, force: true }));
  const open = () => {
    const store = new Store(join(folder, 'sandbox.db'));
    t.after(() => store.close());
    return store;
  };
  return { ours: open(), theirs: open() };
}

function keyOf(name: string): StoreKey {
  return { resource: 'things', namespace: '', name };
}

function aThing(name: string, colour: string) {
  return { apiVersion: 'v1', kind: 'Thing', metadata: { name, uid: name, labels: { colour } } };
}

function write(store: Store, change: (transaction: Transaction) => unknown, keep = true): void {
  const transaction = store.exclusive(
    () => {
      const made = new Transaction(store);
      change(made);
      made.finish(HISTORY);
      return made;
    },
    () => keep,
  );
  if (!keep) transaction.abandon();
}

function put(store: Store, name: string, colour: string): void {
  write(store, (transaction) => transaction.put(keyOf(name), aThing(name, colour)));
}

function colourOf(store: Store, name: string): string | undefined {
  const row = store.get(keyOf(name));
  return row === undefined ? undefined : store.doc(row).metadata.labels?.colour;
}

function namesBy(store: Store, colour: string): readonly string[] {
  const places = store.snapshot(() => store.index(byColour).get(colour));
  return [...(places ?? [])].map(([, { name }]) => name);
}
