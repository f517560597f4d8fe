/** @module Decides, from everything observed, what has to be written. */
import { configMaps } from '../kube/resources.ts';
import type { Action } from './action.ts';
import { foreignChild, predecessorChild, terminatingChild } from './checks/children.ts';
import { credentialsLost, engineChanged, storageCannotShrink, versionRefused } from './checks/data.ts';
import type { Halt } from './checks/halt.ts';
import { beingDeleted, invalidSpec, rootPasswordMissing, suspended } from './checks/instance.ts';
import { type DesiredChild, desiredChildren } from './desired-children.ts';
import { drift } from './drift.ts';
import { type Instance, instanceOf } from './instance.ts';
import type { Observed } from './observed.ts';
import type { SecretSource } from './secret-source.ts';

/** What a plan may use besides the observation. */
export interface PlanContext {
  readonly secrets: SecretSource;
}

/** What one pass intends. */
export interface Plan {
  /** The instance, resolved. Absent when its spec is invalid or it is being deleted. */
  readonly instance?: Instance;
  /** In the order of writing; empty for a converged instance. */
  readonly actions: readonly Action[];
  /** Why nothing is done. */
  readonly halt?: Halt;
  /** What would be done, were the instance not suspended. */
  readonly withheld: readonly Action[];
}

/** Pure, and total: any observation has a plan. Two calls differ in generated passwords only. */
export function plan(observed: Observed, context: PlanContext): Plan {
  const early = beingDeleted(observed.dm) ?? invalidSpec(observed.dm);
  if (early !== undefined) return { halt: early, actions: [], withheld: [] };
  const instance = instanceOf(observed.dm);
  const blocked = blockedBy(instance, observed);
  const wanted = blocked === undefined ? actionsFor(instance, observed, context) : [];
  const halt = suspended(instance) ?? blocked;
  if (halt === undefined) return { instance, actions: wanted, withheld: [] };
  return { instance, halt, actions: [], withheld: wanted };
}

function blockedBy(instance: Instance, observed: Observed): Halt | undefined {
  const { children } = observed;
  return (
    foreignChild(instance, children) ??
    predecessorChild(instance, children) ??
    terminatingChild(instance, children) ??
    rootPasswordMissing(instance, observed) ??
    engineChanged(instance, children) ??
    versionRefused(instance, children) ??
    credentialsLost(instance, children) ??
    storageCannotShrink(instance, children)
  );
}

function actionsFor(instance: Instance, observed: Observed, { secrets }: PlanContext): readonly Action[] {
  const wanted = desiredChildren(instance, observed, secrets).flatMap(actionFor);
  return [...wanted, ...unwantedConfig(instance, observed)];
}

function actionFor({ resource, object, live, locked }: DesiredChild): readonly Action[] {
  if (live === undefined) return [{ verb: 'create', resource, object }];
  const differences = drift(object, live);
  return differences.length === 0 ? [] : [{ verb: 'apply', resource, object, live, differences, locked }];
}

/** The one child that comes and goes with the spec. By now it is known to be the instance's own. */
function unwantedConfig({ spec }: Instance, { children }: Observed): readonly Action[] {
  if (spec.config !== undefined || children.config === undefined) return [];
  return [{ verb: 'delete', resource: configMaps, object: children.config }];
}
