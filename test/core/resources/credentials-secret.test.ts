import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { DatabaseManagerSpec } from '../../../src/api/database-manager.ts';
import { instanceOf } from '../../../src/core/instance.ts';
import { createSecretSource } from '../../../src/core/random-secrets.ts';
import { credentialsSecretFor, secretText } from '../../../src/core/resources/credentials-secret.ts';
import type { Secret } from '../../../src/kube/resources.ts';
import { aDatabaseManager } from '../support/a-database-manager.ts';
import { countedSecrets } from '../support/secrets.ts';

const PW1 = 'pw1'.padEnd(24, 'x');
const PW2 = 'pw2'.padEnd(24, 'x');

function secretFor(
  spec: DatabaseManagerSpec,
  sources: { live?: Secret; rootPassword?: string } = {},
): Secret {
  return credentialsSecretFor(instanceOf(aDatabaseManager({ spec })), {
    ...sources,
    secrets: countedSecrets(),
  });
}

function texts(secret: Secret): Readonly<Record<string, string | undefined>> {
  return Object.fromEntries(Object.keys(secret.data ?? {}).map((key) => [key, secretText(secret, key)]));
}

function holding(entries: Readonly<Record<string, string>>): Secret {
  const data = Object.fromEntries(
    Object.entries(entries).map(([key, text]) => [key, Buffer.from(text).toString('base64')]),
  );
  return { apiVersion: 'v1', kind: 'Secret', metadata: { name: 'orders-credentials' }, type: 'Opaque', data };
}

describe('the credentials Secret', () => {
  test('follows the Service Binding convention', () => {
    const secret = secretFor({ dbtype: 'mysql', database: 'shop', username: 'app' });
    assert.equal(secret.type, 'servicebinding.io/mysql');
    assert.equal(secret.metadata.name, 'orders-credentials');
    assert.deepEqual(texts(secret), {
      type: 'mysql',
      provider: 'dbm',
      host: 'orders.t.svc',
      port: '3306',
      username: 'app',
      password: PW2,
      database: 'shop',
      uri: `mysql://app:${PW2}@orders.t.svc:3306/shop`,
      'root-password': PW1,
    });
  });

  test('gives the administrator where no user is asked for', () => {
    const entries = texts(secretFor({ dbtype: 'mariadb' }));
    assert.equal(entries.username, 'root');
    assert.equal(entries.password, entries['root-password']);
    assert.equal(entries.database, undefined);
  });

  test('has one password for PostgreSQL, whose user is the administrator', () => {
    const entries = texts(secretFor({ dbtype: 'postgres', database: 'shop', username: 'app' }));
    assert.equal(entries.username, 'app');
    assert.equal(entries.password, entries['root-password']);
    assert.equal(entries.uri, `postgresql://app:${PW1}@orders.t.svc:5432/shop`);
    assert.equal(texts(secretFor({ dbtype: 'postgres' })).database, 'postgres');
  });

  test('keeps every password, user name and database that is there', () => {
    const live = holding({
      'root-password': 'old-root',
      password: 'old',
      username: 'app',
      database: 'first',
    });
    const entries = texts(secretFor({ database: 'second', username: 'other' }, { live }));
    assert.equal(entries['root-password'], 'old-root');
    assert.equal(entries.password, 'old');
    assert.equal(entries.username, 'app');
    assert.equal(entries.database, 'first');
  });

  test('fills in a key that is missing, and one that is empty', () => {
    const live = holding({ 'root-password': 'old-root', password: '', username: 'app' });
    const entries = texts(secretFor({ database: 'shop', username: 'app' }, { live }));
    assert.equal(entries['root-password'], 'old-root');
    assert.equal(entries.password, PW1);
  });

  test('takes the lost root password of PostgreSQL from the one that is there', () => {
    const entries = texts(secretFor({ dbtype: 'postgres' }, { live: holding({ password: 'old' }) }));
    assert.equal(entries['root-password'], 'old');
    assert.equal(entries.password, 'old');
  });

  test('keeps its type, which can never change', () => {
    assert.equal(secretFor({}, { live: holding({}) }).type, 'Opaque');
  });

  test('repeats the password of the user’s own Secret, escaped in the uri', () => {
    const entries = texts(
      secretFor({ rootPasswordSecretRef: { name: 'mine', key: 'pw' } }, { rootPassword: 'a/b@c' }),
    );
    assert.equal(entries.password, 'a/b@c');
    assert.match(entries.uri ?? '', /root:a%2Fb%40c@/);
  });

  test('follows the port of the Service', () => {
    const entries = texts(
      secretFor({ service: { port: 3307 } }, { live: holding({ port: '3306', 'root-password': 'r' }) }),
    );
    assert.equal(entries.port, '3307');
    assert.match(entries.uri ?? '', /:3307\//);
  });

  const lifetimes = [
    ['is collected with an instance without storage', {}, 1],
    ['outlives an instance whose storage is retained', { storage: { size: '1Gi' } }, 0],
    ['is collected with storage that is deleted', { storage: { size: '1Gi' }, deletionPolicy: 'Delete' }, 1],
  ] as const;
  for (const [name, spec, owners] of lifetimes) {
    test(name, () => assert.equal(secretFor(spec).metadata.ownerReferences?.length ?? 0, owners));
  }
});

test('generated passwords are long, plain and never the same', () => {
  const source = createSecretSource();
  const passwords = Array.from({ length: 200 }, () => source.password());
  for (const password of passwords) assert.match(password, /^[A-Za-z0-9]{24,}$/);
  assert.equal(new Set(passwords).size, passwords.length);
});
