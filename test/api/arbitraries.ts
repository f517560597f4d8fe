/** @module Arbitrary DatabaseManagers for property tests: sound ones, and JSON that is anything. */
import fc from 'fast-check';
import type {
  DatabaseManager,
  DatabaseManagerSpec,
  DatabaseManagerStorage,
} from '../../src/api/database-manager.ts';
import { aDatabaseManager } from './builders.ts';

const sizes = fc.constantFrom<number | string>('1Gi', '1024Mi', '2Gi', '1.5Gi', 1073741824, '0', 0);

const storages: fc.Arbitrary<DatabaseManagerStorage> = fc.record(
  {
    size: sizes,
    storageClassName: fc.constantFrom('fast', 'slow'),
    accessModes: fc.constantFrom(['ReadWriteOnce'] as const, ['ReadWriteMany', 'ReadWriteOnce'] as const),
  },
  { requiredKeys: ['size'] },
);

/** Specs that fit the schema, and often break a rule across fields. */
export const specs: fc.Arbitrary<DatabaseManagerSpec> = fc.record(
  {
    dbtype: fc.constantFrom('mysql', 'mariadb', 'postgres'),
    deploymentName: fc.constantFrom('orders', 'orders-db', 'left'),
    replicas: fc.integer({ min: 1, max: 3 }),
    image: fc.constantFrom('mysql:8.4', 'mysql:latest', 'localhost:5000/mysql:latest', 'a:latest-1'),
    storage: storages,
    database: fc.constantFrom('shop', 'mysql', 'SYS', 'Information_Schema', 'template1', 'postgres'),
    username: fc.constantFrom('app', 'root', 'pg_app', 'postgres'),
  },
  { requiredKeys: [] },
);

const names = fc.constantFrom(
  'orders',
  'left',
  'orders.v1',
  '9lives',
  'a'.repeat(53),
  'a'.repeat(63),
  'a'.repeat(64),
);

/** Objects whose fields fit the schema one by one. The name is any that a server takes. */
export const databaseManagers: fc.Arbitrary<DatabaseManager> = fc
  .record({ name: names, spec: specs })
  .map(aDatabaseManager);

/** Values of JSON and beyond (NaN, infinities), of the shape that a careless client or an old CRD lets in. */
export const looseObjects: fc.Arbitrary<unknown> = fc.oneof(
  fc.anything({ withNullPrototype: false, maxDepth: 3 }),
  fc.record(
    {
      metadata: loose({ name: fc.anything(), labels: fc.constant(null), generateName: fc.anything() }),
      spec: loose({
        dbtype: fc.anything(),
        replicas: fc.oneof(fc.double(), fc.string(), fc.constant(null)),
        storage: loose({ size: fc.anything(), accessModes: fc.anything() }),
        resources: fc.dictionary(fc.constantFrom('requests', 'limits'), fc.anything()),
        pod: loose({ labels: fc.anything(), tolerations: fc.anything(), affinity: fc.anything() }),
        imagePullSecrets: fc.array(fc.anything()),
        username: fc.anything(),
      }),
      status: loose({ deploymentName: fc.anything(), conditions: fc.anything() }),
    },
    { requiredKeys: [] },
  ),
);

function loose(fields: Record<string, fc.Arbitrary<unknown>>): fc.Arbitrary<unknown> {
  return fc.oneof({ weight: 4, arbitrary: fc.record(fields, { requiredKeys: [] }) }, fc.anything());
}
