import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { DatabaseManager, DatabaseManagerSpec } from '../../src/api/database-manager.ts';
import { DATA_ENGINE, DATA_VERSION } from '../../src/core/annotations.ts';
import type { Observed, ObservedChildren } from '../../src/core/observed.ts';
import { type Plan, plan } from '../../src/core/plan.ts';
import type { KubeObject } from '../../src/kube/object.ts';
import type { Secret } from '../../src/kube/resources.ts';
import { aDatabaseManager } from './support/a-database-manager.ts';
import { madeOf, nothingOf } from './support/observed.ts';
import { countedSecrets } from './support/secrets.ts';

const planOf = (observed: Observed): Plan => plan(observed, { secrets: countedSecrets() });

const written = ({ actions }: Plan) =>
  actions.map(({ verb, object }) => `${verb} ${object.kind}/${object.metadata.name}`);

function withChild(
  observed: Observed,
  slot: keyof ObservedChildren,
  change: (child: KubeObject) => KubeObject,
): Observed {
  const child = observed.children[slot];
  assert.ok(child, `no ${slot}`);
  return { ...observed, children: { ...observed.children, [slot]: change(child) } };
}

function relabelled(child: KubeObject): KubeObject {
  return { ...child, metadata: { ...child.metadata, labels: {}, ownerReferences: [] } };
}

function ownedBy(uid: string, name = 'orders') {
  return (child: KubeObject): KubeObject => {
    const owner = { apiVersion: 'coolops.cn/v1alpha1', kind: 'DatabaseManager', name, uid, controller: true };
    return { ...child, metadata: { ...child.metadata, ownerReferences: [owner] } };
  };
}

describe('what a new instance needs', () => {
  const wishes: readonly (readonly [string, DatabaseManagerSpec, readonly string[]])[] = [
    [
      'the seed',
      { dbtype: 'mysql', deploymentName: 'mysql', replicas: 1 },
      ['Secret/mysql-credentials', 'Service/mysql', 'Deployment/mysql'],
    ],
    [
      'with configuration',
      { config: 'a=1' },
      ['Secret/orders-credentials', 'ConfigMap/orders-config', 'Service/orders', 'Deployment/orders'],
    ],
    [
      'with storage',
      { storage: { size: '1Gi' } },
      [
        'Secret/orders-credentials',
        'Service/orders',
        'PersistentVolumeClaim/orders-data',
        'Deployment/orders',
      ],
    ],
  ];
  for (const [name, spec, children] of wishes) {
    test(name, () => {
      assert.deepEqual(
        written(planOf(nothingOf(aDatabaseManager({ spec })))),
        children.map((child) => `create ${child}`),
      );
    });

    test(`${name}: once it is there, nothing`, () => {
      assert.deepEqual(written(planOf(madeOf(aDatabaseManager({ spec })))), []);
    });
  }
});

describe('what changes', () => {
  const made = madeOf(aDatabaseManager({ spec: { config: 'a=1' } }));
  const again = (spec: DatabaseManagerSpec) =>
    planOf({ ...made, dm: aDatabaseManager({ spec: { config: 'a=1', ...spec } }) });

  test('the number of replicas changes the Deployment alone', () => {
    assert.deepEqual(written(again({ replicas: 3 })), ['apply Deployment/orders']);
  });

  test('configuration that is given up is removed after the Deployment has let go of it', () => {
    const plan = planOf({ ...made, dm: aDatabaseManager() });
    assert.deepEqual(written(plan), ['apply Deployment/orders', 'delete ConfigMap/orders-config']);
  });

  test('a field that is given up is noticed, though nothing that is wanted differs', () => {
    const before = madeOf(aDatabaseManager({ spec: { pod: { annotations: { a: 'b' } } } }));
    assert.deepEqual(written(planOf({ ...before, dm: aDatabaseManager() })), ['apply Deployment/orders']);
  });

  test('an edited child is put right, with the difference told', () => {
    const edited = withChild(made, 'service', (child) => ({
      ...child,
      spec: { ports: [], selector: { app: 'x' } },
    }));
    const [action] = planOf(edited).actions;
    assert.equal(action?.verb, 'apply');
    assert.ok(
      action.verb === 'apply' && action.differences.some(({ path }) => path === 'spec.ports[3306/TCP]'),
    );
  });

  test('an orphaned child is adopted again', () => {
    const orphaned = withChild(made, 'deployment', (child) => ({
      ...child,
      metadata: { ...child.metadata, ownerReferences: [] },
    }));
    assert.deepEqual(written(planOf(orphaned)), ['apply Deployment/orders']);
  });
});

describe('what stops a pass', () => {
  const stored = aDatabaseManager({ spec: { storage: { size: '2Gi' }, version: '8.4' } });
  const made = madeOf(stored);
  const wish = (spec: DatabaseManagerSpec): DatabaseManager => aDatabaseManager({ spec });
  const reference = { rootPasswordSecretRef: { name: 'mine', key: 'pw' } };
  const mine = (data: Record<string, string>): Secret => ({
    apiVersion: 'v1',
    kind: 'Secret',
    metadata: { name: 'mine' },
    data,
  });

  const cases: readonly (readonly [string, Observed, string, RegExp])[] = [
    [
      'a foreign Deployment',
      withChild(madeOf(wish({})), 'deployment', relabelled),
      'ResourceExists',
      /^Resource "orders" already exists and is not managed by DatabaseManager$/,
    ],
    [
      'a foreign Secret',
      withChild(madeOf(wish({})), 'credentials', relabelled),
      'ResourceExists',
      /"orders-credentials"/,
    ],
    ['a foreign claim', withChild(made, 'data', relabelled), 'ResourceExists', /"orders-data"/],
    [
      'a child of another instance',
      withChild(madeOf(wish({})), 'service', ownedBy('other', 'twin')),
      'ResourceExists',
      /"orders"/,
    ],
    [
      'a child of a deleted instance of this name',
      withChild(madeOf(wish({})), 'deployment', ownedBy('dead')),
      'WaitingForGarbageCollection',
      /Deployment orders belongs to the deleted/,
    ],
    [
      'a child that is being deleted',
      withChild(madeOf(wish({})), 'service', (child) => ({
        ...child,
        metadata: { ...child.metadata, deletionTimestamp: 'now' },
      })),
      'ChildTerminating',
      /Service orders/,
    ],
    [
      'a missing Secret of the user',
      nothingOf(wish(reference)),
      'SecretNotFound',
      /Secret mine .* does not exist in namespace t/,
    ],
    [
      'a Secret of the user without the key',
      nothingOf(wish(reference), { rootPasswordSecret: mine({ other: 'eA==' }) }),
      'SecretNotFound',
      /no key pw/,
    ],
    [
      'another engine over existing data',
      { ...made, dm: wish({ dbtype: 'postgres', storage: { size: '2Gi' } }) },
      'EngineChanged',
      /data of mysql/,
    ],
    [
      'a downgrade over existing data',
      { ...made, dm: wish({ storage: { size: '2Gi' }, version: '8.0' }) },
      'VersionRefused',
      /8.0 cannot serve data written by MySQL 8.4/,
    ],
    [
      'a smaller volume',
      { ...made, dm: wish({ storage: { size: '1Gi' }, version: '8.4' }) },
      'StorageCannotShrink',
      /1Gi is less than the 2Gi/,
    ],
    [
      'data without their passwords',
      { ...made, children: { ...made.children, credentials: undefined } },
      'CredentialsLost',
      /Secret orders-credentials/,
    ],
    ['a spec that breaks a rule', nothingOf(wish({ replicas: 11 })), 'InvalidSpec', /spec.replicas/],
    [
      'storage with replicas',
      nothingOf(wish({ replicas: 2, storage: { size: '1Gi' } })),
      'InvalidSpec',
      /storage/,
    ],
  ];
  for (const [name, observed, reason, message] of cases) {
    test(`${name}: nothing is written, and ${reason} says why`, () => {
      const { actions, halt } = planOf(observed);
      assert.deepEqual(actions, []);
      assert.equal(halt?.reason, reason);
      assert.match(halt?.message ?? '', message);
    });
  }

  test('an instance that is being deleted', () => {
    const dm = aDatabaseManager({ metadata: { deletionTimestamp: '2026-12-01T00:00:00Z' } });
    assert.deepEqual(planOf(nothingOf(dm)).actions, []);
    assert.equal(planOf(nothingOf(dm)).halt?.kind, 'gone');
  });

  test('suspend holds the actions back, and tells them', () => {
    const plan = planOf(nothingOf(wish({ suspend: true })));
    assert.deepEqual(plan.actions, []);
    assert.equal(plan.halt?.kind, 'suspended');
    assert.equal(plan.withheld.length, 3);
  });
});

describe('existing data', () => {
  const made = madeOf(aDatabaseManager({ spec: { storage: { size: '1024Mi' }, version: '8.0' } }));

  test('are marked with what wrote them', () => {
    const annotations = made.children.data?.metadata.annotations ?? {};
    assert.equal(annotations[DATA_ENGINE], 'mysql');
    assert.equal(annotations[DATA_VERSION], '8.0');
  });

  test('are marked before a newer version is started on them', () => {
    const dm = aDatabaseManager({ spec: { storage: { size: '1Gi' }, version: '8.4' } });
    assert.deepEqual(written(planOf({ ...made, dm })), [
      'apply Secret/orders-credentials',
      'apply Service/orders',
      'apply PersistentVolumeClaim/orders-data',
      'apply Deployment/orders',
    ]);
  });

  test('grow with the spec, and keep the class that the server chose', () => {
    const chosen = withChild(made, 'data', (child) => ({
      ...child,
      spec: {
        accessModes: ['ReadWriteOnce'],
        storageClassName: 'fast',
        resources: { requests: { storage: '1Gi' } },
      },
    }));
    const dm = aDatabaseManager({ spec: { storage: { size: '2Gi' }, version: '8.0' } });
    const [action] = planOf({ ...chosen, dm }).actions;
    assert.deepEqual(action && 'spec' in action.object && action.object.spec, {
      accessModes: ['ReadWriteOnce'],
      storageClassName: 'fast',
      resources: { requests: { storage: '2Gi' } },
    });
  });

  test('are left alone when the server has chosen their class', () => {
    const chosen = withChild(made, 'data', (child) => ({
      ...child,
      spec: {
        accessModes: ['ReadWriteOnce'],
        storageClassName: 'fast',
        resources: { requests: { storage: '1Gi' } },
      },
    }));
    assert.deepEqual(written(planOf(chosen)), []);
  });

  test('are found again by a new instance of the name, with their passwords', () => {
    const { data, credentials } = made.children;
    const reborn = aDatabaseManager({
      spec: { storage: { size: '1024Mi' }, version: '8.0' },
      metadata: { uid: 'uid-reborn' },
    });
    const plan = planOf({ dm: reborn, children: { data, credentials }, pods: [] });
    assert.deepEqual(written(plan), ['create Service/orders', 'create Deployment/orders']);
  });
});

describe('a Secret in the plan', () => {
  test('is written only as it was read: its values are not known to be the newest', () => {
    const made = madeOf(aDatabaseManager());
    const plan = planOf({ ...made, dm: aDatabaseManager({ spec: { service: { port: 3307 } } }) });
    const locks = plan.actions.map((action) => [
      action.object.kind,
      action.verb === 'apply' && action.locked,
    ]);
    assert.deepEqual(locks, [
      ['Secret', true],
      ['Service', false],
    ]);
  });
});
