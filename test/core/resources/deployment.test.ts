import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { DatabaseManagerSpec } from '../../../src/api/database-manager.ts';
import { instanceOf } from '../../../src/core/instance.ts';
import { deploymentFor } from '../../../src/core/resources/deployment.ts';
import type { Deployment } from '../../../src/kube/resources.ts';
import { aDatabaseManager } from '../support/a-database-manager.ts';

const ENGINES = ['mysql', 'mariadb', 'postgres'] as const;

function deployment(spec: DatabaseManagerSpec = {}, live?: Deployment): Deployment {
  return deploymentFor(instanceOf(aDatabaseManager({ spec })), live);
}

function podOf(built: Deployment) {
  const pod = built.spec?.template.spec;
  const container = pod?.containers[0];
  assert.ok(pod && container);
  return { pod, container, env: new Map(container.env?.map(({ name, value }) => [name, value])) };
}

describe('the Deployment of an instance', () => {
  test('is named by deploymentName, not by the object', () => {
    assert.equal(deployment({ deploymentName: 'mysql' }).metadata.name, 'mysql');
    assert.equal(deployment().metadata.name, 'orders');
  });

  test('is controlled by the instance', () => {
    const [owner] = deployment().metadata.ownerReferences ?? [];
    assert.deepEqual(owner, {
      apiVersion: 'coolops.cn/v1alpha1',
      kind: 'DatabaseManager',
      name: 'orders',
      uid: 'uid-orders',
      controller: true,
      blockOwnerDeletion: true,
    });
  });

  test('has a template that its selector matches', () => {
    const { selector, template } =
      deployment({ pod: { labels: { 'app.kubernetes.io/name': 'mine', team: 'a' } } }).spec ?? {};
    const labels = template?.metadata?.labels ?? {};
    for (const [key, value] of Object.entries(selector?.matchLabels ?? {})) assert.equal(labels[key], value);
    assert.equal(labels.team, 'a');
  });

  test('scales to 0 while stopped', () => {
    assert.equal(deployment({ replicas: 3, stopped: true }).spec?.replicas, 0);
    assert.equal(deployment({ replicas: 3 }).spec?.replicas, 3);
  });

  test('is recreated rather than rolled when it has a volume, which two servers cannot share', () => {
    assert.equal(deployment({ storage: { size: '1Gi' } }).spec?.strategy?.type, 'Recreate');
    assert.equal(deployment().spec?.strategy?.type, 'RollingUpdate');
  });

  test('rolls its pods when the configuration changes, and only then', () => {
    const annotations = (config?: string) =>
      deployment(config === undefined ? {} : { config }).spec?.template.metadata?.annotations;
    assert.deepEqual(annotations(), {});
    assert.deepEqual(annotations('a=1'), annotations('a=1'));
    assert.notDeepEqual(annotations('a=1'), annotations('a=2'));
  });

  test('keeps a selector that is stored already, and makes the template match it', () => {
    const selector = { matchLabels: { app: 'old' }, matchExpressions: [{ key: 'tier', operator: 'Exists' }] };
    const template = { metadata: { labels: { app: 'old', tier: 'db' } }, spec: { containers: [] } };
    const built = deployment({}, { ...deployment(), spec: { selector, template } });
    assert.deepEqual(built.spec?.selector, selector);
    const labels = built.spec?.template.metadata?.labels ?? {};
    assert.equal(labels.app, 'old');
    assert.equal(labels.tier, 'db');
    assert.equal(labels['app.kubernetes.io/instance'], 'orders');
  });

  test('keeps the name of the only container that is stored', () => {
    const stored = deployment();
    const template = { spec: { containers: [{ name: 'db', image: 'old' }] } };
    const live = { ...stored, spec: { selector: {}, template } };
    assert.equal(podOf(deployment({}, live)).container.name, 'db');
    assert.equal(podOf(deployment()).container.name, 'mysql');
  });
});

for (const dbtype of ENGINES) {
  describe(`a pod of ${dbtype}`, () => {
    test('meets Pod Security level restricted', () => {
      const { pod, container } = podOf(deployment({ dbtype }));
      assert.equal(pod.securityContext?.runAsNonRoot, true);
      assert.equal(pod.securityContext?.runAsUser, 999);
      assert.equal(pod.securityContext?.fsGroup, 999);
      assert.deepEqual(pod.securityContext?.seccompProfile, { type: 'RuntimeDefault' });
      assert.deepEqual(container.securityContext, {
        privileged: false,
        allowPrivilegeEscalation: false,
        capabilities: { drop: ['ALL'] },
        readOnlyRootFilesystem: true,
      });
      assert.equal(pod.automountServiceAccountToken, false);
    });

    test('gets its passwords as files that are mounted, never as values or arguments', () => {
      const spec = { dbtype, database: 'app', username: 'app' };
      const { pod, container, env } = podOf(deployment(spec));
      const files = [...env].filter(([name]) => name.endsWith('_FILE')).map(([, file]) => file ?? '');
      assert.equal(files.length, dbtype === 'postgres' ? 1 : 2);
      for (const file of files) {
        const mount = container.volumeMounts?.find(({ mountPath }) => file.startsWith(`${mountPath}/`));
        const volume = pod.volumes?.find(({ name }) => name === mount?.name);
        assert.equal(volume?.secret?.secretName, 'orders-credentials');
        assert.equal(volume?.secret?.defaultMode, 0o440);
        assert.equal(volume?.secret?.items?.[0]?.path, file.split('/').at(-1));
      }
      assert.equal(
        [...env.keys()].some((name) => /PASSWORD$/.test(name)),
        false,
      );
      assert.equal(container.args, undefined);
    });

    test('may write its data, its runtime folder and /tmp, and nothing else', () => {
      const { pod, container } = podOf(deployment({ dbtype }));
      const writable = (container.volumeMounts ?? []).filter(({ readOnly }) => readOnly !== true);
      assert.deepEqual(
        writable.map(({ name }) => name),
        ['data', 'run', 'tmp'],
      );
      for (const { name } of writable)
        assert.deepEqual(pod.volumes?.find((volume) => volume.name === name)?.emptyDir, {});
    });

    test('has minutes to start, and is killed only when it stops answering', () => {
      const { startupProbe, livenessProbe, readinessProbe } = podOf(deployment({ dbtype })).container;
      const budget = (startupProbe?.failureThreshold ?? 0) * (startupProbe?.periodSeconds ?? 0);
      assert.ok(budget >= 300, `${budget} s`);
      const command = (probe: typeof startupProbe) => probe?.exec?.command?.join(' ') ?? '';
      assert.match(command(readinessProbe), /SELECT 1/);
      assert.doesNotMatch(command(livenessProbe), /SELECT|mysql -|psql/);
      assert.equal(command(startupProbe), command(livenessProbe));
    });

    test('reads the password for its probes from the mounted file', () => {
      const { container } = podOf(deployment({ dbtype }));
      const command = container.readinessProbe?.exec?.command?.join(' ') ?? '';
      assert.match(command, /(MYSQL_PWD|PGPASSWORD)="\$\(cat \/etc\/dbm\/root\/password\)"/);
    });

    test('reads the root password from the Secret of the user, when there is one', () => {
      const { pod } = podOf(deployment({ dbtype, rootPasswordSecretRef: { name: 'mine', key: 'pw' } }));
      const secret = pod.volumes?.find(({ name }) => name === 'root-password')?.secret;
      assert.deepEqual(secret, {
        secretName: 'mine',
        items: [{ key: 'pw', path: 'password' }],
        defaultMode: 0o440,
      });
    });

    test('mounts a volume by a folder below its root', () => {
      const { pod, container } = podOf(deployment({ dbtype, storage: { size: '1Gi' } }));
      const mount = container.volumeMounts?.find(({ name }) => name === 'data');
      assert.equal(mount?.subPath, 'data');
      const claim = pod.volumes?.find(({ name }) => name === 'data')?.persistentVolumeClaim;
      assert.deepEqual(claim, { claimName: 'orders-data' });
    });
  });
}

describe('what differs between engines', () => {
  test('MariaDB is probed by programs that its newer images have', () => {
    const { container } = podOf(deployment({ dbtype: 'mariadb', version: '11.8' }));
    for (const probe of [container.startupProbe, container.livenessProbe, container.readinessProbe]) {
      const command = probe?.exec?.command?.join(' ') ?? '';
      assert.match(command, /exec mariadb/);
      assert.doesNotMatch(command, /exec mysql/);
    }
  });

  test('MySQL is probed by programs that its images have', () => {
    const { container } = podOf(deployment({ dbtype: 'mysql' }));
    assert.match(
      container.readinessProbe?.exec?.command?.join(' ') ?? '',
      /exec mysql --no-defaults -h 127.0.0.1/,
    );
    assert.match(container.livenessProbe?.exec?.command?.join(' ') ?? '', /exec mysqladmin .*ping/);
  });

  test('PostgreSQL keeps its data below the mount, which moved with version 18', () => {
    const placeOf = (version: string) => {
      const { container, env } = podOf(deployment({ dbtype: 'postgres', version }));
      return [container.volumeMounts?.find(({ name }) => name === 'data')?.mountPath, env.get('PGDATA')];
    };
    assert.deepEqual(placeOf('17'), ['/var/lib/postgresql/data', '/var/lib/postgresql/data/pgdata']);
    assert.deepEqual(placeOf('18.1'), ['/var/lib/postgresql', '/var/lib/postgresql/18/docker']);
  });

  test('PostgreSQL is asked for the password at the address where it asks for one', () => {
    const { container } = podOf(deployment({ dbtype: 'postgres' }));
    const command = container.readinessProbe?.exec?.command?.join(' ') ?? '';
    assert.match(command, /psql .*-h "\$POD_IP"/);
    assert.equal(
      container.env?.find(({ name }) => name === 'POD_IP')?.valueFrom?.fieldRef?.fieldPath,
      'status.podIP',
    );
  });

  test('the Alpine images of PostgreSQL have another user', () => {
    const { pod } = podOf(deployment({ dbtype: 'postgres', version: '17-alpine' }));
    assert.equal(pod.securityContext?.runAsUser, 70);
  });
});

describe('what a spec adds to the pod', () => {
  test('configuration as one file, beside those of the image', () => {
    const { pod, container } = podOf(deployment({ config: '[mysqld]' }));
    const mount = container.volumeMounts?.find(({ name }) => name === 'config');
    assert.deepEqual(mount, {
      name: 'config',
      mountPath: '/etc/mysql/conf.d/dbm.cnf',
      subPath: 'dbm.cnf',
      readOnly: true,
    });
    assert.deepEqual(pod.volumes?.find(({ name }) => name === 'config')?.configMap, {
      name: 'orders-config',
    });
  });

  test('configuration of PostgreSQL by argument, still listening to the network', () => {
    const { container } = podOf(deployment({ dbtype: 'postgres', config: 'max_connections = 10' }));
    assert.deepEqual(container.args, [
      '-c',
      'config_file=/etc/postgresql/postgresql.conf',
      '-c',
      'listen_addresses=*',
    ]);
  });

  test('placement, pull secrets and a service account', () => {
    const tolerations = [{ key: 'db', operator: 'Exists' as const }];
    const pod = {
      nodeSelector: { disk: 'ssd' },
      tolerations,
      affinity: { nodeAffinity: {} },
      serviceAccountName: 'sa',
    };
    const built = podOf(deployment({ pod, imagePullSecrets: [{ name: 'registry' }] })).pod;
    assert.deepEqual(built.nodeSelector, { disk: 'ssd' });
    assert.deepEqual(built.tolerations, tolerations);
    assert.deepEqual(built.affinity, { nodeAffinity: {} });
    assert.deepEqual(built.imagePullSecrets, [{ name: 'registry' }]);
    assert.equal(built.serviceAccountName, 'sa');
    assert.equal(built.automountServiceAccountToken, undefined);
  });

  test('resources instead of the modest ones of the engine', () => {
    const resources = { limits: { cpu: 2, memory: '1Gi' } };
    assert.deepEqual(podOf(deployment({ resources })).container.resources, {
      limits: { cpu: '2', memory: '1Gi' },
    });
    assert.deepEqual(podOf(deployment()).container.resources, { requests: { cpu: '100m', memory: '512Mi' } });
  });
});
