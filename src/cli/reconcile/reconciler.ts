/** @module Reconciling in this process: the same core as the controller's, straight on the server. */
import { createSecretSource } from '../../core/random-secrets.ts';
import { type ReconcileResult, reconcile } from '../../core/reconcile.ts';
import type { Client } from '../../kube/client.ts';
import type { ObjectKey } from '../../kube/object.ts';
import { createEventRecorder } from '../../runtime/events/recorder.ts';
import type { Io } from '../io.ts';

/** Event source of everything that reconciles, command or controller. */
const COMPONENT = 'database-manager-controller';

/** Does passes and records their events. */
export interface Reconciler {
  /** One pass. What fails is in the result, but for the user's wish to stop. */
  pass(key: ObjectKey): Promise<ReconcileResult>;
  /** Resolves when the events are written. */
  close(): Promise<void>;
}

/** A reconciler over the client itself, without a cache. */
export function createReconciler(client: Client, io: Io): Reconciler {
  const { clock, signal } = io;
  const recorder = createEventRecorder({
    client,
    clock,
    component: COMPONENT,
    onError: (error) => io.stderr.write(`Warning: an event could not be recorded: ${messageOf(error)}\n`),
  });
  const deps = {
    reader: client,
    live: client,
    writer: client,
    record: recorder.record,
    now: clock.now,
    secrets: createSecretSource(),
    signal,
  };
  return { pass: (key) => reconcile(key, deps), close: () => recorder.flush() };
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
