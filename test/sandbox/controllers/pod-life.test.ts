import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { coreEvents, type Pod, pods } from '../../../src/kube/resources.ts';
import { aContainer, aPod, aWorld, containerIn, NAMESPACE, podIn } from './builders.ts';

const KEY = { namespace: NAMESPACE, name: 'db' };
const crashing = () => aPod({ containers: [aContainer({ env: [] })] });
const probed = () =>
  aPod({ containers: [aContainer({ readinessProbe: { exec: { command: ['healthcheck.sh'] } } })] });

function withPod(pod: Pod, ms: number) {
  const world = aWorld();
  world.create(pods, pod);
  world.advance(ms);
  return world;
}

describe('a pod', () => {
  test('is scheduled, then creates its container, runs it and is ready within two seconds', () => {
    const world = withPod(probed(), 0);
    assert.equal(podIn(world).spec?.nodeName, 'sandbox');
    assert.equal(containerIn(world).state?.waiting?.reason, 'ContainerCreating');
    assert.equal(podIn(world).status?.podIP, undefined);
    world.advance(600);
    assert.notEqual(containerIn(world).state?.running, undefined);
    assert.equal(containerIn(world).ready, false);
    world.advance(1_000);
    const { phase, podIP, hostIP, startTime, conditions } = podIn(world).status ?? {};
    assert.deepEqual([phase, hostIP, startTime], ['Running', '192.0.2.1', '2026-12-01T10:00:00Z']);
    assert.match(podIP ?? '', /^10\.\d+\.\d+\.\d+$/);
    assert.deepEqual(
      conditions?.map(({ type, status }) => `${type}=${status}`),
      ['Initialized=True', 'Ready=True', 'ContainersReady=True', 'PodScheduled=True'],
    );
    assert.equal(containerIn(world).image, 'docker.io/library/mariadb:10.11');
  });

  test('says which container is not ready, as the kubelet does', () => {
    const world = withPod(probed(), 600);
    const ready = podIn(world).status?.conditions?.find(({ type }) => type === 'Ready');
    assert.equal(ready?.reason, 'ContainersNotReady');
    assert.equal(ready?.message, 'containers with unready status: [db]');
  });

  test('that crashes restarts at once, then after 10 s, 20 s, 40 s, five minutes at most', () => {
    const world = withPod(crashing(), 3_000);
    const { metadata } = podIn(world);
    assert.deepEqual(containerIn(world).state?.waiting, {
      reason: 'CrashLoopBackOff',
      message: `back-off 10s restarting failed container=db pod=db_default(${metadata.uid})`,
    });
    assert.equal(podIn(world).status?.phase, 'Running');
    const starts = () =>
      world.history
        .filter(({ object }) => object.kind === 'Pod')
        .map(({ object }) => (object as Pod).status?.containerStatuses?.[0]?.restartCount)
        .filter((count) => count !== undefined);
    world.advance(10_000);
    assert.equal(Math.max(...starts()), 2);
    world.advance(10_000);
    assert.equal(Math.max(...starts()), 2);
    world.advance(11_000);
    assert.equal(Math.max(...starts()), 3);
    world.advance(90 * 60_000);
    assert.match(containerIn(world).state?.waiting?.message ?? '', /^back-off 5m0s /);
    const told = world.list(coreEvents).find(({ reason }) => reason === 'BackOff');
    assert.ok((told?.count ?? 0) > 10, 'one event with a growing count');
  });

  test('that crashes is never ready, not even for a moment', () => {
    const world = withPod(crashing(), 60_000);
    const ready = world.history.some(({ object }) =>
      (object as Pod).status?.containerStatuses?.some((status) => status.ready),
    );
    assert.equal(ready, false);
  });

  test('that is not restarted ends as Failed', () => {
    const world = withPod(
      {
        ...crashing(),
        spec: { ...crashing().spec, containers: [aContainer({ env: [] })], restartPolicy: 'Never' },
      },
      5_000,
    );
    assert.equal(podIn(world).status?.phase, 'Failed');
    assert.deepEqual(world.calls, []);
  });

  test('whose image is missing tells why and rests', () => {
    const world = withPod(aPod({ containers: [aContainer({ image: 'mysql:99' })] }), 60_000);
    const told = world.list(coreEvents).map(({ type, reason, message }) => `${type} ${reason} ${message}`);
    assert.deepEqual(told.filter((line) => !line.includes('Scheduled')).sort(), [
      'Normal BackOff Back-off pulling image "mysql:99"',
      'Normal Pulling Pulling image "mysql:99"',
      'Warning Failed Error: ErrImagePull',
      'Warning Failed Error: ImagePullBackOff',
      'Warning Failed Failed to pull image "mysql:99": failed to pull and unpack image "docker.io/library/mysql:99": docker.io/library/mysql:99: not found',
    ]);
    assert.deepEqual(world.calls, []);
  });

  test('that no node fits is unschedulable, and is placed when one does', () => {
    const world = withPod(aPod({ nodeSelector: { disk: 'ssd' } }), 1_000);
    const [condition] = podIn(world).status?.conditions ?? [];
    assert.deepEqual([condition?.type, condition?.reason], ['PodScheduled', 'Unschedulable']);
    assert.equal(world.list(coreEvents).filter(({ reason }) => reason === 'FailedScheduling').length, 1);
    const before = world.history.length;
    world.advance(60_000);
    assert.equal(world.history.length, before);
  });

  test('that is deleted with grace stops, says so and is gone', () => {
    const world = withPod(probed(), 5_000);
    const pod = podIn(world);
    const metadata = {
      ...pod.metadata,
      deletionTimestamp: '2026-12-01T10:00:35Z',
      deletionGracePeriodSeconds: 30,
    };
    world.update(pods, { ...pod, metadata });
    world.advance(100);
    assert.ok(world.list(coreEvents).some(({ reason }) => reason === 'Killing'));
    assert.notEqual(world.get(pods, KEY), undefined);
    world.advance(1_000);
    assert.equal(world.get(pods, KEY), undefined);
  });

  test('does not take a step that an earlier pod of its name waited for', () => {
    const world = withPod(probed(), 400);
    world.delete(pods, KEY);
    world.settle();
    world.create(pods, probed());
    world.advance(200);
    assert.equal(containerIn(world).state?.waiting?.reason, 'ContainerCreating');
    world.advance(400);
    assert.notEqual(containerIn(world).state?.running, undefined);
  });

  test('goes through the same states at the same times in every world', () => {
    const run = () => {
      const world = withPod(crashing(), 120_000);
      return world.history.map(({ type, object }) => JSON.stringify([type, object]));
    };
    assert.deepEqual(run(), run());
  });

  test('has its events removed an hour after they were last seen', () => {
    const world = withPod(probed(), 5_000);
    assert.ok(world.list(coreEvents).length > 0);
    world.advance(3_700_000);
    assert.equal(world.list(coreEvents).length, 0);
  });
});
