/** @module What the conditions shall say, decided from the plan, the Deployment and the last status. */

import { conditionTypes, findCondition } from '../api/conditions.ts';
import type { DatabaseManagerStatus } from '../api/database-manager.ts';
import type { Halt } from './checks/halt.ts';
import type { Instance } from './instance.ts';
import type { Progress } from './progress.ts';
import { reasons } from './reasons.ts';

/** The truth values of Ready, Reconciling and Stalled, with one reason and one message for all three. */
export interface Verdict {
  readonly ready: boolean;
  readonly reconciling: boolean;
  readonly stalled: boolean;
  readonly reason: string;
  readonly message: string;
}

/** What a verdict is made from. */
export interface VerdictFacts {
  readonly instance: Instance | undefined;
  readonly halt: Halt | undefined;
  /** Of the instance's own Deployment, after the writes of this pass. Absent when there is none. */
  readonly progress: Progress | undefined;
  /** Whether this pass wrote children. */
  readonly acted: boolean;
  /** Whether writes are held back by `spec.suspend`. */
  readonly pending: boolean;
  readonly before: DatabaseManagerStatus | undefined;
}

/** A halt speaks first, then the Deployment. */
export function verdictOf(facts: VerdictFacts): Verdict {
  const { halt, progress } = facts;
  switch (halt?.kind) {
    case 'stalled':
      return verdict({ stalled: true }, halt);
    case 'gone':
    case 'waiting':
      return verdict({ reconciling: true }, halt);
    case 'suspended':
      return suspendedVerdict(halt, facts);
    case undefined:
      return progress === undefined
        ? verdict({ reconciling: true }, notStarted)
        : progressVerdict(progress, facts);
  }
}

const notStarted = { reason: reasons.progressing, message: 'the Deployment does not exist yet' };

function verdict(
  holds: Partial<Pick<Verdict, 'ready' | 'reconciling' | 'stalled'>>,
  { reason, message }: { readonly reason: string; readonly message: string },
): Verdict {
  return { ready: false, reconciling: false, stalled: false, ...holds, reason, message };
}

/** Ready stays true: what runs goes on running, as long as it is what the spec asks for. */
function suspendedVerdict(halt: Halt, { progress, pending }: VerdictFacts): Verdict {
  const ready = progress?.kind === 'complete' && !pending;
  const message = pending ? `${halt.message}; changes are waiting` : halt.message;
  return verdict({ ready }, { ...halt, message });
}

function progressVerdict(progress: Progress, facts: VerdictFacts): Verdict {
  switch (progress.kind) {
    case 'complete':
      return verdict({ ready: true }, servingText(facts.instance));
    case 'failed':
      return verdict({ stalled: true }, progress);
    case 'rolling':
      return rollingVerdict(progress, facts);
  }
}

/** Pods that fail by themselves, in an instance that was ready, are no change of ours: nothing is being reconciled. */
function rollingVerdict(progress: Extract<Progress, { kind: 'rolling' }>, facts: VerdictFacts): Verdict {
  const wasReconciling =
    findCondition(facts.before?.conditions, conditionTypes.reconciling)?.status !== 'False';
  const reconciling = facts.acted || progress.changing || wasReconciling;
  const reason =
    reconciling || progress.reason !== reasons.progressing ? progress.reason : reasons.unavailable;
  return verdict({ reconciling }, { reason, message: progress.message });
}

function servingText(instance: Instance | undefined) {
  const replicas = instance?.replicas ?? 0;
  if (replicas === 0)
    return { reason: reasons.stopped, message: 'stopped by spec.stopped; everything but the pods is kept' };
  const message =
    replicas === 1
      ? 'the database is available'
      : `${replicas} independent databases are available, without replication`;
  return { reason: reasons.available, message };
}
