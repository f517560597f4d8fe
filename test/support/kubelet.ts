/** @module Stands in for the kubelet that a control plane without nodes lacks: says of pods that they run. */
import { setTimeout as delay } from 'node:timers/promises';
import { items } from '../conformance/ground.ts';
import { valueAt } from './api.ts';
import type { TestServer } from './server.ts';

/** Marks the pods of the namespace Ready (those that match the selector) until `done` says so; rejects after 30 s. */
export async function runPods(
  { api }: TestServer,
  namespace: string,
  { done, selector = '' }: { readonly done: () => Promise<boolean>; readonly selector?: string },
): Promise<void> {
  const pods = `/api/v1/namespaces/${namespace}/pods`;
  const deadline = performance.now() + 30_000;
  while (!(await done())) {
    if (performance.now() > deadline) throw new Error(`not in 30 s with running pods in ${namespace}`);
    const list = await api.get(`${pods}?labelSelector=${encodeURIComponent(selector)}`);
    for (const pod of items(list)) {
      if (valueAt(pod, 'status.phase') === 'Running') continue;
      await api.patch(`${pods}/${valueAt(pod, 'metadata.name')}/status`, 'merge', runningStatus());
    }
    await delay(100);
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
