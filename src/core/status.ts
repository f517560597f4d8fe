/** @module The status of an instance after a pass. */
import { isDeepStrictEqual } from 'node:util';
import { conditionTypes, setCondition } from '../api/conditions.ts';
import type { DatabaseManager, DatabaseManagerStatus } from '../api/database-manager.ts';
import type { Deployment } from '../kube/resources.ts';
import type { Instance } from './instance.ts';
import { formatSelector } from './labels.ts';
import type { Verdict } from './verdict.ts';

/** What a status is made from. */
export interface StatusFacts {
  readonly instance: Instance | undefined;
  /** The instance's own Deployment, after the writes of this pass. */
  readonly deployment: Deployment | undefined;
  readonly verdict: Verdict;
  /** Milliseconds since 1970. */
  readonly now: number;
}

/** Starts from the status before: lastTransitionTime moves only with a condition's status. */
export function statusAfter(dm: DatabaseManager, facts: StatusFacts): DatabaseManagerStatus {
  const { generation } = dm.metadata;
  return {
    ...(generation === undefined ? {} : { observedGeneration: generation }),
    ...factsOf(dm, facts),
    ...countsOf(facts.deployment),
    conditions: conditionsAfter(dm, facts),
  };
}

/** Body of a merge patch that makes `after` of `before`; undefined when they are equal. */
export function statusPatch(
  before: DatabaseManagerStatus | undefined,
  after: DatabaseManagerStatus,
): Readonly<Record<string, unknown>> | undefined {
  const old = new Map<string, unknown>(Object.entries(before ?? {}));
  const changed = Object.entries(after).filter(([key, value]) => !isDeepStrictEqual(value, old.get(key)));
  const gone = [...old.keys()].filter((key) => !(key in after)).map((key) => [key, null]);
  const patch: readonly (readonly unknown[])[] = [...changed, ...gone];
  return patch.length === 0 ? undefined : Object.fromEntries(patch);
}

function countsOf(deployment: Deployment | undefined): DatabaseManagerStatus {
  const {
    replicas = 0,
    readyReplicas = 0,
    updatedReplicas = 0,
    availableReplicas = 0,
  } = deployment?.status ?? {};
  return { replicas, readyReplicas, updatedReplicas, availableReplicas };
}

/** Names and addresses are told only once the Deployment is the instance's own: before, they may be somebody else's. */
function factsOf({ status }: DatabaseManager, { instance, deployment }: StatusFacts): DatabaseManagerStatus {
  if (instance === undefined) return keptFacts(status);
  const { engine, host, image, names, port, selector, version } = instance;
  if (deployment === undefined) return { dbtype: engine.dbtype, version };
  return {
    selector: formatSelector(selector),
    dbtype: engine.dbtype,
    version,
    deploymentName: names.deployment,
    image,
    endpoint: `${host}:${port}`,
    credentialsSecret: names.credentials,
  };
}

/** An invalid spec says nothing about what runs. */
function keptFacts(status: DatabaseManagerStatus | undefined): DatabaseManagerStatus {
  if (status === undefined) return {};
  const { observedGeneration: _generation, conditions: _conditions, ...facts } = status;
  return facts;
}

function conditionsAfter({ metadata, status }: DatabaseManager, { verdict, now }: StatusFacts) {
  const { reason, message } = verdict;
  const generation = metadata.generation === undefined ? {} : { observedGeneration: metadata.generation };
  const holds = [
    [conditionTypes.ready, verdict.ready],
    [conditionTypes.reconciling, verdict.reconciling],
    [conditionTypes.stalled, verdict.stalled],
  ] as const;
  return holds.reduce(
    (conditions, [type, value]) =>
      setCondition(
        conditions,
        { type, status: value ? 'True' : 'False', reason, message, ...generation },
        now,
      ),
    status?.conditions ?? [],
  );
}

/** Whether nothing differs but how many pods there are: of no interest while they come and go in a rollout. */
export function differsInPassingCountsOnly(
  before: DatabaseManagerStatus,
  after: DatabaseManagerStatus,
): boolean {
  const { replicas = 0, updatedReplicas = 0 } = before;
  return isDeepStrictEqual(before, { ...after, replicas, updatedReplicas });
}
