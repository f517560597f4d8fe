/** @module Performs the actions of a plan: the only place that writes children. */
import type { KubeObject } from '../kube/object.ts';
import { keyOf } from '../kube/object.ts';
import { deployments, secrets } from '../kube/resources.ts';
import { isNotFound } from '../kube/status-error.ts';
import type { Action, ApplyAction, DeleteAction } from './action.ts';
import type { ReconcileDeps } from './deps.ts';
import { MANAGER } from './labels.ts';
import { adoptCreatedFields } from './managed-fields.ts';
import { clearObstacles } from './obstacles.ts';
import { StaleObservationError } from './stale-observation-error.ts';

/** An action that was performed, with the object as the server stored it (none after a delete). */
export interface Performed {
  readonly action: Action;
  readonly object?: KubeObject;
}

/** The first action that failed. */
export interface Failure {
  readonly action: Action;
  readonly error: unknown;
}

/** What became of a plan. */
export interface Applied {
  readonly performed: readonly Performed[];
  readonly failure?: Failure;
}

type Writing = Pick<ReconcileDeps, 'live' | 'writer' | 'signal'>;

/** Performs all actions, independent ones at the same time; after a failure the later ones are left for the next pass. */
export async function apply(actions: readonly Action[], deps: Writing): Promise<Applied> {
  const performed: Performed[] = [];
  for (const phase of phasesOf(actions)) {
    const outcomes = await Promise.all(phase.map((action) => attempt(action, deps)));
    performed.push(...outcomes.filter((outcome) => !('error' in outcome)));
    const failure = outcomes.find((outcome) => 'error' in outcome);
    if (failure !== undefined) return { performed, failure };
  }
  return { performed };
}

/**
 * Passwords come first: they open the volume, and of two instances that claim the same names only one gets them, and
 * all the rest. The Deployment comes after all that its pods mount. What is no longer wanted goes last, when nothing
 * refers to it.
 */
function phasesOf(actions: readonly Action[]): readonly (readonly Action[])[] {
  return [0, 1, 2, 3].map((phase) => actions.filter((action) => phaseOf(action) === phase));
}

function phaseOf({ verb, resource }: Action): number {
  if (verb === 'delete') return 3;
  if (resource === deployments) return 2;
  return resource === secrets ? 0 : 1;
}

async function attempt(action: Action, deps: Writing): Promise<Performed | Failure> {
  try {
    return await perform(action, deps);
  } catch (error) {
    deps.signal?.throwIfAborted();
    return { action, error };
  }
}

async function perform(action: Action, deps: Writing): Promise<Performed> {
  const { resource, object } = action;
  const options = { fieldManager: MANAGER, signal: deps.signal };
  switch (action.verb) {
    case 'create':
      return { action, object: await deps.writer.create(resource, object, options) };
    case 'apply':
      return { action, object: await put(action, deps) };
    case 'delete':
      await remove(action, deps);
      return { action };
  }
}

/** The UID keeps the apply from hitting, or making, another object of the name. */
async function put(action: ApplyAction, deps: Writing): Promise<KubeObject> {
  const { resource, object, live, locked } = action;
  const current = await prepared(action, deps);
  const lock = locked ? { resourceVersion: current.metadata.resourceVersion } : {};
  const metadata = { ...object.metadata, uid: live.metadata.uid, ...lock };
  const options = { force: true, fieldManager: MANAGER, signal: deps.signal };
  return await deps.writer.apply(resource, { ...object, metadata } as KubeObject, options);
}

/**
 * The child, with nothing left that would spoil an apply. Caches drop managedFields, so this looks at the live object
 * when the observed one has none.
 */
async function prepared(action: ApplyAction, deps: Writing): Promise<KubeObject> {
  const { resource, object, live, locked } = action;
  const key = keyOf(live);
  const current =
    live.metadata.managedFields === undefined
      ? await deps.live.get(resource, key, { signal: deps.signal })
      : live;
  const changed = current.metadata.resourceVersion !== live.metadata.resourceVersion;
  if (current.metadata.uid !== live.metadata.uid || (locked && changed))
    throw new StaleObservationError(live);
  const changes = [...adoptCreatedFields(current, MANAGER), ...clearObstacles(object, current)];
  if (changes.length === 0) return current;
  const { resourceVersion } = current.metadata;
  const body = [
    ...changes,
    { op: 'replace', path: '/metadata/resourceVersion', value: resourceVersion },
  ] as const;
  const options = { fieldManager: MANAGER, signal: deps.signal };
  return await deps.writer.patch(resource, key, { type: 'json', body }, options);
}

async function remove({ resource, object }: DeleteAction, deps: Writing): Promise<void> {
  const { uid } = object.metadata;
  try {
    await deps.writer.delete(resource, keyOf(object), {
      ...(uid === undefined ? {} : { preconditions: { uid } }),
      propagationPolicy: 'Background',
      signal: deps.signal,
    });
  } catch (error) {
    if (!isNotFound(error)) throw error;
  }
}
