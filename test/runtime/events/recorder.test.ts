/** @module Events are merged, limited and written behind the caller's back, in the version the server has. */
import assert from 'node:assert/strict';
import { describe, type TestContext, test } from 'node:test';
import type { Writer } from '../../../src/kube/client.ts';
import { coreEvents, events } from '../../../src/kube/resources.ts';
import { createClient } from '../../../src/kube/rest-client.ts';
import { StatusError } from '../../../src/kube/status-error.ts';
import { ConnectionError } from '../../../src/kube/transport.ts';
import { createEventRecorder, type EventNote } from '../../../src/runtime/events/recorder.ts';
import { openSandbox } from '../../../src/sandbox/sandbox.ts';
import { aConfigMap } from '../cache/hand-driven-api.ts';
import { virtualClock } from '../virtual-clock.ts';

describe('an event recorder', () => {
  test('writes an event with all that the server demands', async (t) => {
    const { recorder, flushed, written } = start(t);
    recorder.record(aNote());
    await flushed();
    const [event] = await written();
    assert.equal(event?.reason, 'Synced');
    assert.equal(event?.note, 'all is well');
    assert.equal(event?.type, 'Normal');
    assert.equal(event?.action, 'Reconcile');
    assert.equal(event?.reportingController, 'database-manager-controller');
    assert.equal(event?.reportingInstance, 'host-1');
    assert.match(event?.eventTime ?? '', /\.\d{6}Z$/);
    assert.equal(event?.series, undefined);
    assert.deepEqual(event?.regarding, {
      apiVersion: 'v1',
      kind: 'ConfigMap',
      name: 'a',
      namespace: 'default',
      uid: 'uid-a',
      resourceVersion: '1',
    });
  });

  test('merges equal events into one that counts', async (t) => {
    const { recorder, clock, flushed, written } = start(t);
    for (let count = 0; count < 5; count += 1) {
      recorder.record(aNote());
      await clock.advance(1000);
    }
    await flushed();
    const found = await written();
    assert.equal(found.length, 1);
    assert.equal(found[0]?.series?.count, 5);
    assert.match(found[0]?.series?.lastObservedTime ?? '', /\.\d{6}Z$/);
  });

  test('writes repetitions at most once a minute', async (t) => {
    const { recorder, clock, writes } = start(t);
    for (let seconds = 0; seconds < 180; seconds += 1) {
      recorder.record(aNote());
      await clock.advance(1000);
    }
    assert.ok(writes() >= 4 && writes() <= 6, `${writes()} writes`);
  });

  test('begins a new event after ten minutes of silence', async (t) => {
    const { recorder, clock, flushed, written } = start(t);
    recorder.record(aNote());
    await clock.advance(600_000);
    recorder.record(aNote());
    await flushed();
    assert.equal((await written()).length, 2);
  });

  test('keeps apart what differs', async (t) => {
    const { recorder, flushed, written } = start(t);
    recorder.record(aNote());
    recorder.record(aNote({ message: 'else' }));
    recorder.record(aNote({ type: 'Warning' }));
    recorder.record(aNote({ regarding: inDefault('b') }));
    await flushed();
    assert.equal((await written()).length, 4);
  });

  test('cuts off an object that causes ever new events, and no other', async (t) => {
    const { recorder, clock, flushed, written } = start(t);
    for (let index = 0; index < 100; index += 1) recorder.record(aNote({ message: `new ${index}` }));
    recorder.record(aNote({ regarding: inDefault('b') }));
    await flushed();
    assert.equal((await written()).length, 26);
    await clock.advance(300_000);
    recorder.record(aNote({ message: 'later' }));
    await flushed();
    assert.equal((await written()).length, 27);
  });

  test('falls back to core events where the server has no others', async (t) => {
    const { recorder, clock, flushed, client } = start(t, {
      create: (resource) => {
        if (resource.group !== '') throw refusal(404, 'NotFound');
      },
    });
    recorder.record(aNote());
    await clock.advance(1000);
    recorder.record(aNote());
    await flushed();
    const { items } = await client.list(coreEvents, { namespace: 'default' });
    assert.equal(items.length, 1);
    assert.equal(items[0]?.count, 2);
    assert.equal(items[0]?.message, 'all is well');
    assert.equal(items[0]?.source?.component, 'database-manager-controller');
    assert.match(String(items[0]?.lastTimestamp), /:\d\dZ$/);
  });

  test('makes the event anew when the server has forgotten it', async (t) => {
    const { recorder, clock, flushed, written, client } = start(t);
    recorder.record(aNote());
    await flushed();
    const [event] = await written();
    await client.delete(events, { namespace: 'default', name: event?.metadata.name ?? '' });
    await clock.advance(1000);
    recorder.record(aNote());
    await flushed();
    assert.equal((await written())[0]?.series?.count, 2);
  });

  test('tries again when there was no answer, three times at most', async (t) => {
    let failures = 2;
    const { recorder, flushed, written, errors } = start(t, {
      create: () => {
        if (failures-- > 0) throw new ConnectionError('s', 'reset');
      },
    });
    recorder.record(aNote());
    await flushed();
    assert.equal((await written()).length, 1);
    failures = 3;
    recorder.record(aNote({ message: 'lost' }));
    recorder.record(aNote({ message: 'next' }));
    await flushed();
    assert.deepEqual(errors, ['reset']);
    assert.deepEqual((await written()).map(({ note }) => note).sort(), ['all is well', 'next']);
  });

  for (const [name, error, told] of [
    ['what is forbidden', refusal(403, 'Forbidden'), 1],
    ['what comes too late for its namespace', terminating(), 0],
  ] as const) {
    test(`gives up ${name} without another try`, async (t) => {
      const { recorder, flushed, written, errors, writes } = start(t, {
        create: () => {
          throw error;
        },
      });
      recorder.record(aNote());
      await flushed();
      assert.equal(errors.length, told);
      assert.equal(writes(), 1);
      assert.equal((await written()).length, 0);
    });
  }

  test('neither waits nor fails when thousands of events come at once', async (t) => {
    const { recorder, errors } = start(t, { create: () => new Promise(() => {}) });
    for (let index = 0; index < 3000; index += 1)
      recorder.record(aNote({ regarding: inDefault(`o${index}`) }));
    assert.ok(errors.length > 0);
    assert.match(errors[0] ?? '', /more than 1000 events wait/);
  });

  test('shortens what is too long for the server', async (t) => {
    const { recorder, flushed, written } = start(t);
    recorder.record(aNote({ message: 'x'.repeat(3000), regarding: inDefault(`${'n'.repeat(252)}z`) }));
    await flushed();
    const [event] = await written();
    assert.equal(event?.note?.length, 1024);
    assert.ok((event?.metadata.name?.length ?? 0) <= 253);
  });
});

interface Hooks {
  readonly create?: (resource: { readonly group: string }) => unknown;
}

function start(t: TestContext, { create = () => {} }: Hooks = {}) {
  const clock = virtualClock();
  const sandbox = openSandbox({ file: ':memory:', clock, controllers: [] });
  const client = createClient(sandbox.transport(), { clock });
  t.after(() => sandbox.close());
  const errors: string[] = [];
  let writes = 0;
  const counting: Pick<Writer, 'create' | 'patch'> = {
    async create(resource, object) {
      writes += 1;
      await create(resource);
      return client.create(resource, object);
    },
    patch(resource, key, patch) {
      writes += 1;
      return client.patch(resource, key, patch);
    },
  };
  const recorder = createEventRecorder({
    client: counting,
    clock,
    component: 'database-manager-controller',
    instance: 'host-1',
    onError: (error) => errors.push(error instanceof Error ? error.message : ''),
  });
  return {
    client,
    clock,
    recorder,
    errors,
    writes: () => writes,
    written: async () => (await client.list(events, { namespace: 'default' })).items,
    /** Gives the retries their time. */
    flushed: async () => {
      const flushed = recorder.flush();
      await clock.advance(5000);
      await flushed;
    },
  };
}

function inDefault(name: string) {
  return aConfigMap(name, 1, { namespace: 'default' });
}

function aNote(differing: Partial<EventNote> = {}): EventNote {
  return {
    type: 'Normal',
    reason: 'Synced',
    message: 'all is well',
    regarding: inDefault('a'),
    ...differing,
  };
}

function refusal(code: number, reason: string): StatusError {
  return new StatusError({ kind: 'Status', apiVersion: 'v1', status: 'Failure', code, reason });
}

function terminating(): StatusError {
  const details = { causes: [{ reason: 'NamespaceTerminating' }] };
  return new StatusError({
    kind: 'Status',
    apiVersion: 'v1',
    status: 'Failure',
    code: 403,
    reason: 'Forbidden',
    details,
  });
}
