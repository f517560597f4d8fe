import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import fc from 'fast-check';
import type { DatabaseManager, DatabaseManagerSpec } from '../../src/api/database-manager.ts';
import { instanceOf } from '../../src/core/instance.ts';
import type { Observed, ObservedChildren } from '../../src/core/observed.ts';
import { ownershipOf } from '../../src/core/ownership.ts';
import { plan } from '../../src/core/plan.ts';
import type { KubeObject } from '../../src/kube/object.ts';
import { aDatabaseManager } from './support/a-database-manager.ts';
import { countedSecrets } from './support/secrets.ts';
import { afterActions } from './support/simulate.ts';

const SLOTS = ['deployment', 'service', 'credentials', 'config', 'data'] as const;

const word = fc.stringMatching(/^[a-z][a-z0-9]{0,8}$/);
const words = fc.dictionary(word, word, { maxKeys: 3 });

/** Specs that a server with all its rules would take. */
const validSpec: fc.Arbitrary<DatabaseManagerSpec> = fc
  .record(
    {
      dbtype: fc.constantFrom('mysql', 'mariadb', 'postgres'),
      deploymentName: word,
      replicas: fc.integer({ min: 1, max: 10 }),
      version: fc.constantFrom('8.0', '8.4', '17', '11.8'),
      deletionPolicy: fc.constantFrom('Retain', 'Delete'),
      storage: fc.record({ size: fc.constantFrom('1Gi', '1024Mi', '2Gi') }),
      service: fc.record(
        { port: fc.integer({ min: 1, max: 65535 }), annotations: words },
        { requiredKeys: [] },
      ),
      config: fc.string({ maxLength: 20 }),
      stopped: fc.boolean(),
      suspend: fc.boolean(),
      pod: fc.record({ labels: words, annotations: words, nodeSelector: words }, { requiredKeys: [] }),
    },
    { requiredKeys: [] },
  )
  .map((spec) => (spec.storage === undefined ? spec : { ...spec, replicas: 1 }));

const instances = validSpec.map((spec) => aDatabaseManager({ spec }));

/** What may have happened to a child between two passes. */
const fates = fc.constantFrom(
  'kept',
  'deleted',
  'orphaned',
  'foreign',
  'predecessor',
  'terminating',
  'emptied',
);

const planOf = (observed: Observed) => plan(observed, { secrets: countedSecrets() });

function made(dm: DatabaseManager): Observed {
  const observed: Observed = { dm, children: {}, pods: [] };
  return afterActions(observed, planOf(observed).actions);
}

function suffer(child: KubeObject, fate: string): KubeObject | undefined {
  const { metadata } = child;
  const owner = {
    apiVersion: 'coolops.cn/v1alpha1',
    kind: 'DatabaseManager',
    name: 'orders',
    uid: 'dead',
    controller: true,
  };
  switch (fate) {
    case 'deleted':
      return undefined;
    case 'orphaned':
      return { ...child, metadata: { ...metadata, ownerReferences: [] } };
    case 'foreign':
      return { ...child, metadata: { ...metadata, labels: {}, ownerReferences: [] } };
    case 'predecessor':
      return { ...child, metadata: { ...metadata, ownerReferences: [owner] } };
    case 'terminating':
      return { ...child, metadata: { ...metadata, deletionTimestamp: '2026-12-01T00:00:00Z' } };
    case 'emptied':
      return { apiVersion: child.apiVersion, kind: child.kind, metadata };
    default:
      return child;
  }
}

function suffered(observed: Observed, what: Readonly<Record<string, string>>): Observed {
  const entries = SLOTS.map((slot) => {
    const child = observed.children[slot];
    return [slot, child && suffer(child, what[slot] ?? 'kept')] as const;
  });
  return { ...observed, children: Object.fromEntries(entries) as ObservedChildren };
}

const misfortunes = fc.record(Object.fromEntries(SLOTS.map((slot) => [slot, fates])));

describe('any plan', () => {
  test('leaves nothing to do once it is carried out', () => {
    fc.assert(
      fc.property(instances, (dm) => {
        assert.deepEqual(planOf(made(dm)).actions, []);
      }),
    );
  });

  test('converges from any state in which it acts at all, whatever the spec was before', () => {
    fc.assert(
      fc.property(instances, instances, misfortunes, (before, after, what) => {
        const observed = suffered({ ...made(before), dm: after }, what);
        const { actions } = planOf(observed);
        if (actions.length === 0) return;
        assert.deepEqual(planOf(afterActions(observed, actions)).actions, []);
      }),
    );
  });

  test('touches no child that is not the instance’s own', () => {
    fc.assert(
      fc.property(instances, misfortunes, (dm, what) => {
        const observed = suffered(made(dm), what);
        const { actions, withheld } = planOf(observed);
        for (const action of [...actions, ...withheld]) {
          const touched =
            action.verb === 'create' ? undefined : action.verb === 'apply' ? action.live : action.object;
          if (touched !== undefined) assert.match(ownershipOf(touched, instanceOf(dm)), /^(ours|unowned)$/);
        }
        for (const child of Object.values(observed.children)) {
          if (child === undefined || ownershipOf(child, instanceOf(dm)) !== 'foreign') continue;
          assert.deepEqual(actions, []);
        }
      }),
    );
  });

  test('deletes nothing but configuration that is no longer wanted', () => {
    fc.assert(
      fc.property(instances, instances, misfortunes, (before, after, what) => {
        const { actions } = planOf(suffered({ ...made(before), dm: after }, what));
        for (const { verb, object } of actions) if (verb === 'delete') assert.equal(object.kind, 'ConfigMap');
      }),
    );
  });

  test('exists for any JSON that a server without rules may hold', () => {
    const objects = fc.record({ spec: fc.jsonValue(), metadata: fc.dictionary(word, fc.jsonValue()) });
    fc.assert(
      fc.property(objects, misfortunes, ({ spec, metadata }, what) => {
        const dm = { ...aDatabaseManager(), spec, metadata: { ...aDatabaseManager().metadata, ...metadata } };
        const observed = suffered(
          { ...made(aDatabaseManager()), dm: dm as unknown as DatabaseManager },
          what,
        );
        const { actions, halt } = planOf(observed);
        assert.ok(actions.length === 0 || halt === undefined);
      }),
    );
  });
});
