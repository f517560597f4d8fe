/** @module What a server would hold after a plan was carried out: enough of one for properties of the plan. */
import { isRecord } from '../../../src/api/json-value.ts';
import type { Action } from '../../../src/core/action.ts';
import type { Observed, ObservedChildren } from '../../../src/core/observed.ts';
import type { KubeObject } from '../../../src/kube/object.ts';

const SLOTS: Readonly<Record<string, keyof ObservedChildren>> = {
  Deployment: 'deployment',
  Service: 'service',
  Secret: 'credentials',
  ConfigMap: 'config',
  PersistentVolumeClaim: 'data',
};

/** The observation after `actions`: applies merge into what is there, as server-side apply does. */
export function afterActions(observed: Observed, actions: readonly Action[]): Observed {
  const changes = actions.map((action) => {
    const slot = SLOTS[action.object.kind];
    if (slot === undefined) throw new Error(`no child is of kind ${action.object.kind}`);
    return [slot, stored(action)] as const;
  });
  return { ...observed, children: { ...observed.children, ...Object.fromEntries(changes) } };
}

function stored(action: Action): KubeObject | undefined {
  switch (action.verb) {
    case 'create':
      return { ...action.object, metadata: { ...action.object.metadata, uid: `uid-${action.object.kind}` } };
    case 'apply':
      return merge(action.live, action.object) as KubeObject;
    case 'delete':
      return undefined;
  }
}

function merge(live: unknown, wanted: unknown): unknown {
  if (!isRecord(live) || !isRecord(wanted)) return wanted;
  const keys = new Set([...Object.keys(live), ...Object.keys(wanted)]);
  return Object.fromEntries(
    [...keys].map((key) => [key, key in wanted ? merge(live[key], wanted[key]) : live[key]]),
  );
}
