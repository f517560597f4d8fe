/** @module Objects for tests of the simulated controllers: each builder states what a test does not. */
import {
  type Deployment,
  deployments,
  type Namespace,
  namespaces,
  type PersistentVolumeClaim,
  type Pod,
  pods,
  type Secret,
} from '../../../src/kube/resources.ts';
import { MemoryWorld } from './memory-world.ts';

export const NAMESPACE = 'default';

type PodSpec = NonNullable<Pod['spec']>;
export type Container = PodSpec['containers'][number];

/** A world with the default namespace, its node and its service account. */
export function aWorld(): MemoryWorld {
  const world = new MemoryWorld();
  world.create(namespaces, aNamespace(NAMESPACE));
  world.settle();
  return world;
}

export function aNamespace(name: string): Namespace {
  return {
    apiVersion: 'v1',
    kind: 'Namespace',
    metadata: { name },
    spec: { finalizers: ['kubernetes'] },
    status: { phase: 'Active' },
  };
}

export function aSecret(name: string, entries: Readonly<Record<string, string>>): Secret {
  const data = Object.entries(entries).map(([key, value]) => [key, Buffer.from(value).toString('base64')]);
  return {
    apiVersion: 'v1',
    kind: 'Secret',
    metadata: { namespace: NAMESPACE, name },
    data: Object.fromEntries(data),
  };
}

/** A container of mariadb:10.11 with a password. */
export function aContainer(given: Partial<Container> = {}): Container {
  return {
    name: 'db',
    image: 'mariadb:10.11',
    env: [{ name: 'MARIADB_ROOT_PASSWORD', value: 'secret' }],
    ...given,
  };
}

export function aPod(given: Partial<PodSpec> & { readonly name?: string } = {}): Pod {
  const { name = 'db', ...spec } = given;
  return {
    apiVersion: 'v1',
    kind: 'Pod',
    metadata: { namespace: NAMESPACE, name },
    spec: { restartPolicy: 'Always', containers: [aContainer()], ...spec },
    status: { phase: 'Pending' },
  };
}

export interface DeploymentChoice {
  readonly name?: string;
  readonly pod?: Partial<PodSpec>;
  readonly spec?: Partial<NonNullable<Deployment['spec']>>;
}

/** Two replicas of a database that starts, as the server would have completed it. */
export function aDeployment({ name = 'ok', pod = {}, spec = {} }: DeploymentChoice = {}): Deployment {
  const labels = { app: name };
  return {
    apiVersion: 'apps/v1',
    kind: 'Deployment',
    metadata: { namespace: NAMESPACE, name },
    spec: {
      replicas: 2,
      progressDeadlineSeconds: 600,
      revisionHistoryLimit: 10,
      selector: { matchLabels: labels },
      strategy: { type: 'RollingUpdate' },
      template: {
        metadata: { labels },
        spec: {
          restartPolicy: 'Always',
          containers: [
            aContainer({ readinessProbe: { exec: { command: ['healthcheck.sh', '--connect'] } } }),
          ],
          ...pod,
        },
      },
      ...spec,
    },
  };
}

export function aClaim(
  name: string,
  spec: Partial<NonNullable<PersistentVolumeClaim['spec']>> = {},
): PersistentVolumeClaim {
  return {
    apiVersion: 'v1',
    kind: 'PersistentVolumeClaim',
    metadata: { namespace: NAMESPACE, name },
    spec: { accessModes: ['ReadWriteOnce'], resources: { requests: { storage: '1Gi' } }, ...spec },
    status: { phase: 'Pending' },
  };
}

/** The stored Deployment. Throws when it is gone. */
export function deploymentIn(world: MemoryWorld, name = 'ok'): Deployment {
  const found = world.get(deployments, { namespace: NAMESPACE, name });
  if (found === undefined) throw new Error(`no deployment ${name}`);
  return found;
}

/** The stored pod. Throws when it is gone. */
export function podIn(world: MemoryWorld, name = 'db'): Pod {
  const found = world.get(pods, { namespace: NAMESPACE, name });
  if (found === undefined) throw new Error(`no pod ${name}`);
  return found;
}

/** The status of a pod's first container. Throws when it has none. */
export function containerIn(world: MemoryWorld, name = 'db') {
  const [status] = podIn(world, name).status?.containerStatuses ?? [];
  if (status === undefined) throw new Error(`pod ${name} has no container status`);
  return status;
}
