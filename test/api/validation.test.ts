/** @module What a DatabaseManager may not be, and what people are told about it. */
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import fc from 'fast-check';
import type { DatabaseManagerSpec } from '../../src/api/database-manager.ts';
import { withDefaults } from '../../src/api/defaults.ts';
import { isRecord } from '../../src/api/json-value.ts';
import { describeFieldError, validateDatabaseManager } from '../../src/api/validation.ts';
import { looseObjects } from './arbitraries.ts';
import { aDatabaseManager } from './builders.ts';

/** Each fault as the line that people read. */
function faults(dm: unknown, previous?: unknown): readonly string[] {
  return validateDatabaseManager(dm, previous).map(describeFieldError);
}

function withSpec(spec: unknown): unknown {
  return { ...aDatabaseManager(), spec };
}

describe('validateDatabaseManager', () => {
  test('finds nothing wrong with an empty spec', () => {
    assert.deepEqual(faults(aDatabaseManager()), []);
  });

  const malformed: readonly (readonly [name: string, object: unknown, line: string])[] = [
    ['null', null, 'object: must be an object'],
    ['a list', [], 'object: must be an object'],
    ['no spec', { metadata: { name: 'a' } }, 'spec: is required: set it'],
    ['a null spec', { metadata: { name: 'a' }, spec: null }, 'spec: is required: set it'],
    ['a textual spec', { metadata: { name: 'a' }, spec: 'x' }, 'spec: must be an object, not "x"'],
    ['no metadata', { spec: {} }, 'metadata.name: is required: set it'],
    ['no name', { metadata: { labels: null }, spec: {} }, 'metadata.name: is required: set it'],
    [
      'a number as name',
      { metadata: { name: 7 }, spec: {} },
      'metadata.name: must be text: write it in quotes, not 7',
    ],
  ];
  for (const [name, object, line] of malformed) {
    test(`names the fault of ${name}`, () => assert.deepEqual(faults(object), [line]));
  }

  const fields: readonly (readonly [spec: unknown, line: string])[] = [
    [{ replicas: 0 }, 'spec.replicas: must be an integer from 1 to 10, not 0'],
    [{ replicas: 11 }, 'spec.replicas: must be an integer from 1 to 10, not 11'],
    [{ replicas: 1.5 }, 'spec.replicas: must be an integer from 1 to 10, not 1.5'],
    [{ replicas: Number.NaN }, 'spec.replicas: must be an integer from 1 to 10, not NaN'],
    [{ replicas: 2147483648 }, 'spec.replicas: must be an integer from 1 to 10, not 2147483648'],
    [{ replicas: '3' }, 'spec.replicas: must be an integer from 1 to 10 without quotes, not "3"'],
    [{ dbtype: 'oracle' }, 'spec.dbtype: must be one of mysql, mariadb, postgres, not "oracle"'],
    [{ version: 8.4 }, 'spec.version: must be text: write it in quotes, not 8.4'],
    [
      { version: 'latest' },
      'spec.version: must begin with a number, such as 8.4 or 17-bookworm, not "latest"',
    ],
    [
      { image: 'mysql' },
      'spec.image: must be an image with a tag or a digest, such as mysql:8.4, not "mysql"',
    ],
    [{ suspend: 'yes' }, 'spec.suspend: must be true or false, without quotes, not "yes"'],
    [
      { deploymentName: '9lives' },
      "spec.deploymentName: must be lower-case letters, digits and '-', beginning with a letter and not ending with '-', not \"9lives\"",
    ],
    [
      { deploymentName: 'a'.repeat(60) },
      `spec.deploymentName: must have at most 52 characters, and has 60, not "${'a'.repeat(60)}"`,
    ],
    [{ deploymentName: '' }, 'spec.deploymentName: must not be empty: set it or leave it out, not ""'],
    [{ storage: {} }, 'spec.storage.size: is required: set it'],
    [
      { storage: { size: -1 } },
      'spec.storage.size: must be a quantity such as 500m, 2 or 10Gi, and not negative, not -1',
    ],
    [{ storage: { size: '0' } }, 'spec.storage.size: must be more than 0, such as 10Gi, not "0"'],
    [
      { storage: { size: '1Gi', accessModes: [] } },
      'spec.storage.accessModes: must have at least 1 entries, or be left out',
    ],
    [{ rootPasswordSecretRef: { name: 'a' } }, 'spec.rootPasswordSecretRef.key: is required: set it'],
    [
      { imagePullSecrets: [{ name: 'a' }, { name: 'a' }] },
      'spec.imagePullSecrets[1]: repeats the name of an earlier entry: remove one',
    ],
    [
      { pod: { tolerations: [{ effect: 'Never' }] } },
      'spec.pod.tolerations[0].effect: must be one of NoSchedule, PreferNoSchedule, NoExecute, not "Never"',
    ],
    [{ pod: { labels: { a: 1 } } }, 'spec.pod.labels[a]: must be text: write it in quotes, not 1'],
    [
      { resources: { requests: { memory: '2Gi' }, limits: { memory: '1024Mi' } } },
      'spec.resources.requests[memory]: may not exceed its limit 1024Mi: lower it or raise spec.resources.limits[memory], not "2Gi"',
    ],
  ];
  for (const [spec, line] of fields) {
    test(`refuses ${JSON.stringify(spec)}`, () => assert.deepEqual(faults(withSpec(spec)), [line]));
  }

  const sound: readonly DatabaseManagerSpec[] = [
    { resources: { requests: { memory: '1024Mi', cpu: 1 }, limits: { memory: '1Gi', cpu: '1000m' } } },
    { dbtype: 'postgres', database: 'app', username: 'root' },
    { image: 'localhost:5000/mysql:8.4-debian', replicas: 10 },
    { image: `mysql@sha256:${'0'.repeat(64)}` },
    { version: '17-bookworm', dbtype: 'postgres' },
    { pod: { affinity: { nodeAffinity: { anything: [1] } } } },
  ];
  for (const spec of sound) {
    test(`accepts ${JSON.stringify(spec).slice(0, 80)}`, () => assert.deepEqual(faults(withSpec(spec)), []));
  }

  test('refuses more entries than the schema allows without listing them all', () => {
    const labels = Object.fromEntries(Array.from({ length: 1000 }, (_, index) => [`l${index}`, 5]));
    assert.deepEqual(faults(withSpec({ pod: { labels } })), [
      'spec.pod.labels: must have at most 64 entries, and has 1000',
    ]);
  });

  test('shows no long text, which might be a configuration', () => {
    const [fault] = validateDatabaseManager(withSpec({ config: `password=${'x'.repeat(70000)}` }));
    assert.ok(fault !== undefined && !('value' in fault) && !fault.message.includes('xx'));
  });

  test('judges no status, not even a broken one', () => {
    assert.deepEqual(faults({ ...aDatabaseManager(), status: { replicas: 'many', conditions: 3 } }), []);
  });

  test('never throws, and what it passes can be defaulted', () => {
    fc.assert(
      fc.property(looseObjects, looseObjects, (object, previous) => {
        const errors = validateDatabaseManager(object, previous);
        for (const error of errors) assert.ok(describeFieldError(error).length > 0);
        if (errors.length === 0 && isRecord(object)) withDefaults(object as never);
      }),
      { numRuns: 2000 },
    );
  });
});

describe('names', () => {
  const named = (name: string, spec: DatabaseManagerSpec = {}) => aDatabaseManager({ name, spec });

  test('of 52 characters can name the children, of 53 not', () => {
    assert.deepEqual(faults(named('a'.repeat(52))), []);
    assert.match(
      faults(named('a'.repeat(53))).join(),
      /^metadata\.name: .*at most 52 .*set spec\.deploymentName/,
    );
  });

  for (const name of ['orders.v1', '9lives']) {
    test(`such as ${name} need a deploymentName`, () => {
      assert.match(faults(named(name)).join(), /set spec\.deploymentName/);
      assert.deepEqual(faults(named(name, { deploymentName: 'orders' })), []);
    });
  }

  test('of 64 characters are refused even with a deploymentName, with the limit', () => {
    assert.deepEqual(faults(named('a'.repeat(63), { deploymentName: 'db' })), []);
    assert.match(faults(named('a'.repeat(64), { deploymentName: 'db' })).join(), /at most 63 characters/);
  });

  test('with capitals are refused', () => {
    assert.match(faults(named('Orders')).join(), /^metadata\.name: must be lower-case letters/);
  });

  test('may be left to the server', () => {
    assert.deepEqual(faults({ metadata: { generateName: 'orders-' }, spec: {} }), []);
  });
});

describe('changes', () => {
  const running = aDatabaseManager({ spec: { storage: { size: '10Gi', storageClassName: 'fast' } } });
  const changed = (spec: DatabaseManagerSpec) => aDatabaseManager({ spec });

  const refused: readonly (readonly [spec: DatabaseManagerSpec, field: string])[] = [
    [{ ...running.spec, dbtype: 'mariadb' }, 'spec.dbtype'],
    [{ ...running.spec, deploymentName: 'other' }, 'spec.deploymentName'],
    [{}, 'spec.storage'],
    [{ storage: { size: '10239Mi', storageClassName: 'fast' } }, 'spec.storage.size'],
    [{ storage: { size: '10Gi' } }, 'spec.storage.storageClassName'],
    [
      { storage: { size: '10Gi', storageClassName: 'fast', accessModes: ['ReadWriteMany'] } },
      'spec.storage.accessModes',
    ],
  ];
  for (const [spec, field] of refused) {
    test(`of ${field} are refused`, () => {
      assert.deepEqual(
        validateDatabaseManager(changed(spec), running).map((error) => error.field),
        [field],
      );
    });
  }

  const allowed: readonly DatabaseManagerSpec[] = [
    { ...running.spec, deploymentName: 'orders' },
    { ...running.spec, dbtype: 'mysql' },
    { storage: { size: '11Gi', storageClassName: 'fast' } },
    { storage: { size: '10240Mi', storageClassName: 'fast', accessModes: ['ReadWriteOnce'] } },
    { ...running.spec, version: '8.4', config: '[mysqld]' },
  ];
  for (const spec of allowed) {
    test(`to ${JSON.stringify(spec)} are allowed`, () => {
      assert.deepEqual(faults(changed(spec), running), []);
    });
  }

  test('are seen in the status too, where no earlier version is known', () => {
    const dm = aDatabaseManager({
      spec: { deploymentName: 'new', dbtype: 'mariadb' },
      status: { deploymentName: 'old', dbtype: 'mysql' },
    });
    assert.deepEqual(
      validateDatabaseManager(dm).map(({ field }) => field),
      ['spec.dbtype', 'spec.deploymentName'],
    );
    assert.match(faults(dm).join(), /it was "old"/);
  });

  test('to an object that never had a spec are judged by what is known of it', () => {
    assert.deepEqual(faults(aDatabaseManager(), { metadata: { name: 'orders' } }), []);
  });
});
