/** @module Stands in for the kubelet that a control plane without nodes lacks: says of pods that they run. */
import { setTimeout as delay } from 'node:timers/promises';
import type { Client, Selection } from '../../src/kube/client.ts';
import { listAll } from '../../src/kube/list-all.ts';
import { keyOf } from '../../src/kube/object.ts';
import { pods } from '../../src/kube/resources.ts';
import { StatusError } from '../../src/kube/status-error.ts';
import type { TestServer } from './server.ts';

/** Marks the pods of the namespace Ready (those that match the selector) until `done` says so; rejects after 30 s. */
export async function runPods(
  { client }: TestServer,
  namespace: string,
  { done, selector }: { readonly done: () => Promise<boolean>; readonly selector?: string },
): Promise<void> {
  const deadline = performance.now() + 30_000;
  while (!(await done())) {
    if (performance.now() > deadline) throw new Error(`not in 30 s with running pods in ${namespace}`);
    await markPodsReady(client, { namespace, labelSelector: selector });
    await delay(100);
  }
}

/** Marks each selected pod Ready once; one that goes away meanwhile is passed over. */
export async function markPodsReady(client: Client, selection: Selection): Promise<void> {
  for (const pod of await listAll(client, pods, selection)) {
    if (pod.metadata.deletionTimestamp !== undefined || pod.status?.phase === 'Running') continue;
    const patch = { type: 'merge', body: runningStatus() } as const;
    try {
      await client.patch(pods, keyOf(pod), patch, { subresource: 'status' });
    } catch (error) {
      if (!(error instanceof StatusError)) throw error;
    }
  }
}

function runningStatus(): object {
  const now = new Date().toISOString().replace(/\.\d+/, '');
  const conditions = ['Initialized', 'Ready', 'ContainersReady', 'PodScheduled'].map((type) => ({
    type,
    status: 'True',
    lastTransitionTime: now,
  }));
  return { status: { phase: 'Running', startTime: now, conditions } };
}
