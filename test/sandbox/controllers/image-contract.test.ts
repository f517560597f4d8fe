import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import {
  configMaps,
  coreEvents,
  type Pod,
  persistentVolumeClaims,
  pods,
  secrets,
} from '../../../src/kube/resources.ts';
import {
  aClaim,
  aContainer,
  aPod,
  aSecret,
  aWorld,
  type Container,
  containerIn,
  NAMESPACE,
  podIn,
} from './builders.ts';

type Spec = Partial<NonNullable<Pod['spec']>>;

/** A container's state in a word: `ready`, `unready`, or why it waits; and the reason it gave last. */
function outcomeOf(spec: Spec, prepare: (world: ReturnType<typeof aWorld>) => void = () => {}) {
  const world = aWorld();
  prepare(world);
  world.create(pods, aPod(spec));
  world.advance(5_000);
  const { state, lastState, ready } = containerIn(world);
  const word = state?.running === undefined ? (state?.waiting?.reason ?? '?') : ready ? 'ready' : 'unready';
  const message = lastState?.terminated?.message ?? state?.waiting?.message ?? '';
  return { word, message, world };
}

const db = (image: string, given: Partial<Container> = {}): Spec => ({
  containers: [aContainer({ image, ...given })],
});
const env = (values: Readonly<Record<string, string>>) =>
  Object.entries(values).map(([name, value]) => ({ name, value }));
const withFiles = (name: string, given: Partial<Container>, mode?: number): Spec => ({
  containers: [aContainer({ ...given, volumeMounts: [{ name: 'files', mountPath: '/s' }] })],
  volumes: [
    { name: 'files', secret: { secretName: name, ...(mode === undefined ? {} : { defaultMode: mode }) } },
  ],
});
const probe = (...command: string[]) => ({ readinessProbe: { exec: { command } } });
const PASSWORD = { mysql: { MYSQL_ROOT_PASSWORD: 'x' }, postgres: { POSTGRES_PASSWORD: 'x' } };
const CRASH = 'CrashLoopBackOff';

describe('the password', () => {
  const cases: readonly [name: string, spec: Spec, word: string, message?: RegExp][] = [
    ['missing in mysql', db('mysql:8.4', { env: [] }), CRASH, /MYSQL_ROOT_PASSWORD/],
    ['missing in mariadb', db('mariadb:11.8', { env: [] }), CRASH, /MARIADB_ROOT_PASSWORD/],
    ['missing in postgres', db('postgres:17', { env: [] }), CRASH, /POSTGRES_PASSWORD/],
    ['empty', db('mysql:8.4', { env: env({ MYSQL_ROOT_PASSWORD: '' }) }), CRASH],
    ["mysql's name in mariadb", db('mariadb:11.8', { env: env(PASSWORD.mysql) }), 'ready'],
    ["mariadb's name in mysql", db('mysql:8.4', { env: env({ MARIADB_ROOT_PASSWORD: 'x' }) }), CRASH],
    ['a user and no root', db('mysql:8.4', { env: env({ MYSQL_USER: 'a', MYSQL_PASSWORD: 'b' }) }), CRASH],
    ['allowed to be empty', db('mysql:8.4', { env: env({ MYSQL_ALLOW_EMPTY_PASSWORD: '1' }) }), 'ready'],
    ['random', db('mariadb:11.4', { env: env({ MARIADB_RANDOM_ROOT_PASSWORD: '1' }) }), 'ready'],
    ['not needed', db('postgres:16', { env: env({ POSTGRES_HOST_AUTH_METHOD: 'trust' }) }), 'ready'],
    [
      'given twice',
      db('mysql:8.4', { env: env({ MYSQL_ROOT_PASSWORD: 'x', MYSQL_ROOT_PASSWORD_FILE: '/s/p' }) }),
      CRASH,
      /Both MYSQL_ROOT_PASSWORD and MYSQL_ROOT_PASSWORD_FILE are set/,
    ],
    [
      'in a file that is not there',
      db('mysql:8.4', { env: env({ MYSQL_ROOT_PASSWORD_FILE: '/s/p' }) }),
      CRASH,
      /No such file/,
    ],
    [
      'of a root user',
      db('mysql:8.4', { env: env({ MYSQL_ROOT_PASSWORD: 'x', MYSQL_USER: 'root' }) }),
      CRASH,
      /MYSQL_USER="root"/,
    ],
  ];
  for (const [name, spec, word, message] of cases) {
    test(`${name}: ${word}`, () => {
      const outcome = outcomeOf(spec);
      assert.equal(outcome.word, word);
      if (message !== undefined) assert.match(outcome.message, message);
    });
  }

  test('is read from the file of a mounted Secret, in every engine', () => {
    for (const [image, name] of [
      ['mysql:5.7', 'MYSQL_ROOT_PASSWORD_FILE'],
      ['docker.io/library/mariadb:10.7.1', 'MARIADB_ROOT_PASSWORD_FILE'],
      ['postgres:18-bookworm', 'POSTGRES_PASSWORD_FILE'],
    ] as const) {
      const spec = withFiles('creds', { image, env: env({ [name]: '/s/password' }) });
      const { word, message } = outcomeOf(spec, (world) =>
        world.create(secrets, aSecret('creds', { password: 'x' })),
      );
      assert.equal(word, 'ready', `${image}: ${message}`);
    }
  });

  test('in a file that only root may read is not found out', () => {
    const spec = withFiles(
      'creds',
      { image: 'mysql:8.4', env: env({ MYSQL_ROOT_PASSWORD_FILE: '/s/password' }) },
      0o400,
    );
    const prepare = (world: ReturnType<typeof aWorld>) =>
      world.create(secrets, aSecret('creds', { password: 'x' }));
    assert.match(outcomeOf(spec, prepare).message, /Permission denied/);
    assert.equal(outcomeOf({ ...spec, securityContext: { fsGroup: 999 } }, prepare).word, 'ready');
  });
});

describe('what the kubelet cannot do', () => {
  const reference = { name: 'MYSQL_ROOT_PASSWORD', valueFrom: { secretKeyRef: { name: 'creds', key: 'p' } } };

  test('an image or a tag that does not exist cannot be pulled', () => {
    for (const image of ['mysql:99', 'nosuch/thing:1', 'postgres:9.6', 'mariadb:10.11.x', 'mysql:8.4x']) {
      const { word, message } = outcomeOf(db(image));
      assert.equal(word, 'ImagePullBackOff', image);
      assert.match(message, /Back-off pulling image/);
    }
  });

  test('a reference to a missing Secret, or a missing key of it, holds the container back', () => {
    const spec = db('mysql:8.4', { env: [reference] });
    assert.deepEqual(pick(outcomeOf(spec)), ['CreateContainerConfigError', 'secret "creds" not found']);
    const other = outcomeOf(spec, (world) => world.create(secrets, aSecret('creds', { other: 'x' })));
    assert.deepEqual(pick(other), [
      'CreateContainerConfigError',
      "couldn't find key p in Secret default/creds",
    ]);
  });

  test('what was missing is found by a retry, and nothing is written in between', () => {
    const { world } = outcomeOf(db('mysql:8.4', { env: [reference] }));
    const before = world.history.length;
    world.advance(60_000);
    assert.equal(world.history.length, before);
    world.create(secrets, aSecret('creds', { p: 'x' }));
    world.advance(10_000);
    assert.equal(containerIn(world).ready, true);
  });

  test('a volume of a missing Secret or ConfigMap keeps the pod in ContainerCreating', () => {
    const { word, message, world } = outcomeOf(withFiles('creds', {}));
    assert.equal(word, 'ContainerCreating');
    assert.equal(message, 'MountVolume.SetUp failed for volume "files" : secret "creds" not found');
    assert.ok(world.list(coreEvents).some(({ reason }) => reason === 'FailedMount'));
    const spec: Spec = { volumes: [{ name: 'c', configMap: { name: 'conf' } }] };
    assert.match(outcomeOf(spec).message, /configmap "conf" not found/);
    const map = { apiVersion: 'v1', kind: 'ConfigMap', metadata: { namespace: NAMESPACE, name: 'conf' } };
    assert.equal(outcomeOf(spec, (w) => w.create(configMaps, map)).word, 'ready');
    const optional: Spec = { volumes: [{ name: 'c', configMap: { name: 'conf', optional: true } }] };
    assert.equal(outcomeOf(optional).word, 'ready');
  });

  test('runAsNonRoot needs a uid, for the images start as root', () => {
    const { word, message } = outcomeOf({ securityContext: { runAsNonRoot: true } });
    assert.equal(word, 'CreateContainerConfigError');
    assert.match(
      message,
      /^container has runAsNonRoot and image will run as root \(pod: "db_default\(uid-\d+\)", container: db\)$/,
    );
    assert.equal(outcomeOf({ securityContext: { runAsNonRoot: true, runAsUser: 999 } }).word, 'ready');
  });
});

function pick({ word, message }: { word: string; message: string }): readonly [string, string] {
  return [word, message];
}

describe('the file system', () => {
  const strict = { readOnlyRootFilesystem: true };
  const dirs = ['/var/lib/mysql', '/var/run/mysqld', '/tmp'];
  const mounted = (paths: readonly string[]): Spec => ({
    containers: [
      aContainer({
        securityContext: strict,
        volumeMounts: paths.map((mountPath, index) => ({ name: `v${index}`, mountPath })),
      }),
    ],
    volumes: paths.map((_, index) => ({ name: `v${index}`, emptyDir: {} })),
  });

  test('a read-only root needs a volume wherever the server writes', () => {
    assert.equal(outcomeOf(mounted(dirs)).word, 'ready');
    for (const dir of dirs) {
      const { word, message } = outcomeOf(mounted(dirs.filter((other) => other !== dir)));
      assert.equal(word, CRASH, dir);
      assert.match(message, /Read-only file system/);
    }
  });

  const onVolume = (image: string, mountPath: string, variables: Readonly<Record<string, string>>): Spec => ({
    securityContext: { runAsUser: 999, fsGroup: 999 },
    containers: [
      aContainer({
        image,
        env: env({ ...PASSWORD.postgres, ...variables }),
        volumeMounts: [{ name: 'd', mountPath }],
      }),
    ],
    volumes: [{ name: 'd', emptyDir: {} }],
  });

  test('postgres as 999 needs its data below the mount', () => {
    const path = '/var/lib/postgresql/data';
    assert.match(outcomeOf(onVolume('postgres:17', path, {})).message, /could not change permissions/);
    assert.equal(outcomeOf(onVolume('postgres:17', path, { PGDATA: `${path}/pg` })).word, 'ready');
  });

  test('postgres 18 keeps its data elsewhere', () => {
    assert.match(outcomeOf(onVolume('postgres:18', '/var/lib/postgresql/data', {})).message, /in 18\+/);
    assert.equal(outcomeOf(onVolume('postgres:18', '/var/lib/postgresql', {})).word, 'ready');
  });
});

describe('probes', () => {
  const cases: readonly [image: string, command: readonly string[], word: string][] = [
    ['mariadb:11.8', ['mysqladmin', 'ping'], 'unready'],
    ['mariadb:10.11', ['mysqladmin', 'ping'], 'ready'],
    ['mariadb:11.8', ['mariadb-admin', 'ping'], 'ready'],
    ['mysql:8.4', ['mariadb-admin', 'ping'], 'unready'],
    ['mysql:8.4', ['/usr/bin/mysqladmin', 'ping'], 'ready'],
    ['mariadb:10.7.1', ['healthcheck.sh', '--connect'], 'unready'],
    ['mariadb:10.11', ['healthcheck.sh', '--connect'], 'ready'],
    ['mysql:8.4', ['healthcheck.sh'], 'unready'],
    ['mariadb:12.3', ['sh', '-c', 'MYSQL_PWD=$P exec mysql -e "SELECT 1"'], 'unready'],
    ['mariadb:12.3', ['sh', '-c', 'MYSQL_PWD="$(cat /s/p)" mariadb -uroot mysql -e "SELECT 1"'], 'ready'],
    ['mysql:8.4', ['bash', '-ec', 'test -d /var/lib/mysql && mysql -e "SELECT 1"'], 'ready'],
    ['mysql:8.4', ['bash', '-ec', 'pg_isready || exit 1'], 'unready'],
    ['mysql:8.4', ['false'], 'unready'],
  ];
  for (const [image, command, word] of cases) {
    test(`${command.join(' ')} in ${image}: ${word}`, () => {
      const given = { env: env(PASSWORD.mysql), ...probe(...command) };
      const { word: seen, world } = outcomeOf(db(image, given));
      assert.equal(seen, word);
      const told = world.list(coreEvents).filter(({ reason }) => reason === 'Unhealthy');
      assert.equal(told.length, word === 'ready' ? 0 : 1);
    });
  }

  test('a network probe must meet the port that the server listens on', () => {
    const on = (port: unknown) =>
      db('mariadb:10.11', { readinessProbe: { tcpSocket: { port: port as never } } });
    assert.equal(outcomeOf(on(3306)).word, 'ready');
    assert.equal(outcomeOf(on(5432)).word, 'unready');
  });

  test('a failing startup probe ends the container when its patience is over', () => {
    const given = {
      startupProbe: { exec: { command: ['mysqladmin', 'ping'] }, periodSeconds: 2, failureThreshold: 5 },
    };
    const { world } = outcomeOf(db('mariadb:11.8', given));
    assert.equal(containerIn(world).restartCount, 0);
    world.advance(10_000);
    assert.equal(containerIn(world).restartCount, 1);
    assert.equal(containerIn(world).lastState?.terminated?.exitCode, 137);
  });
});

describe('data on a claim', () => {
  const onClaim = (image: string, given: Partial<Container> = {}, name = 'db'): Pod =>
    aPod({
      name,
      securityContext: { fsGroup: 999 },
      containers: [
        aContainer({ image, ...given, volumeMounts: [{ name: 'd', mountPath: '/var/lib/mysql' }] }),
      ],
      volumes: [{ name: 'd', persistentVolumeClaim: { claimName: 'data' } }],
    });
  const variables = env({ MYSQL_ROOT_PASSWORD: 'x' });
  const after = (image: string) => {
    const world = aWorld();
    world.create(persistentVolumeClaims, aClaim('data'));
    world.create(pods, onClaim(image, { env: variables }));
    world.advance(5_000);
    assert.equal(containerIn(world).ready, true);
    return world;
  };
  const replace = (world: ReturnType<typeof aWorld>, next: Pod) => {
    world.delete(pods, { namespace: NAMESPACE, name: 'db' });
    world.settle();
    world.create(pods, next);
    world.advance(5_000);
    return containerIn(world);
  };

  test('needs no password a second time', () => {
    const world = after('mariadb:10.11');
    assert.equal(replace(world, onClaim('mariadb:10.11', { env: [] })).ready, true);
  });

  test('of a newer mysql refuses an older one, of another engine any', () => {
    assert.match(
      replace(after('mysql:8.4'), onClaim('mysql:8.0', { env: variables })).lastState?.terminated?.message ??
        '',
      /Cannot downgrade from 8.4 to 8.0/,
    );
    assert.match(
      replace(after('mysql:5.7'), onClaim('mysql:8.4', { env: variables })).lastState?.terminated?.message ??
        '',
      /Cannot upgrade from 5.7 to 8.4/,
    );
    assert.equal(replace(after('mysql:8.0'), onClaim('mysql:8.4', { env: variables })).ready, true);
    assert.match(
      replace(after('mysql:8.4'), onClaim('mariadb:11.8', { env: variables })).lastState?.terminated
        ?.message ?? '',
      /data of mysql 8.4/,
    );
  });

  test('is locked by the pod that has it open', () => {
    const world = after('mariadb:10.11');
    world.create(pods, onClaim('mariadb:10.11', { env: variables }, 'second'));
    world.advance(5_000);
    assert.match(containerIn(world, 'second').lastState?.terminated?.message ?? '', /Unable to lock/);
    world.delete(pods, { namespace: NAMESPACE, name: 'db' });
    world.advance(30_000);
    assert.equal(containerIn(world, 'second').ready, true);
  });

  test('cannot be written without fsGroup by a server that is not root', () => {
    const world = aWorld();
    world.create(persistentVolumeClaims, aClaim('data'));
    const pod = onClaim('mariadb:10.11');
    world.create(pods, {
      ...pod,
      spec: { containers: [], ...pod.spec, securityContext: { runAsUser: 999 } },
    });
    world.advance(5_000);
    assert.match(containerIn(world).lastState?.terminated?.message ?? '', /Permission denied/);
  });
});

describe('other images', () => {
  test('the known ones just run; a command of their own makes a database image one of them', () => {
    for (const spec of [
      db('busybox', { env: [] }),
      db('nginx:1.29', { env: [] }),
      db('registry.k8s.io/pause:3.10', { env: [] }),
      db('mysql:8.4', { env: [], command: ['sleep', 'infinity'] }),
      db('mariadb:11.8', { env: [], args: ['sh', '-c', 'sleep 9'] }),
    ]) {
      assert.equal(outcomeOf(spec).word, 'ready');
    }
  });

  test("a server's name that the image lacks cannot be started", () => {
    assert.match(
      outcomeOf(db('mariadb:11.8', { args: ['mysqld'] })).message,
      /"mysqld": executable file not found/,
    );
    assert.equal(outcomeOf(db('mariadb:11.8', { args: ['--max-connections=9'] })).word, 'ready');
  });

  test('a pod at rest has no wake-up call outstanding', () => {
    const { world } = outcomeOf({});
    assert.equal(podIn(world).status?.phase, 'Running');
    assert.deepEqual(world.calls, []);
  });
});
