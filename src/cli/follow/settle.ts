/** @module After a DatabaseManager was written: reconciles it where no controller does, and follows it. */
import { type DatabaseManager, databaseManagers } from '../../api/database-manager.ts';
import type { Client } from '../../kube/client.ts';
import { formatKey, keyOf } from '../../kube/object.ts';
import { isForbidden } from '../../kube/status-error.ts';
import { isControllerLive } from '../../runtime/leaderelection/is-controller-live.ts';
import { NotConvergedError } from '../errors/cli-error.ts';
import { type Attempts, isFatal } from '../errors/combine-failures.ts';
import { DEFAULT_TIMEOUT_MS } from '../flags/wait.ts';
import type { Io } from '../io.ts';
import { createProgress, type Progress } from '../progress/progress.ts';
import { createReconciler } from '../reconcile/reconciler.ts';
import { childTitles } from './child-titles.ts';
import { follow } from './follow.ts';
import { type Standing, standingAfter, standingOf } from './standing.ts';

export interface SettleOptions {
  /** Follow until Ready. */
  readonly wait: boolean;
  /** In milliseconds. Default 5 minutes. */
  readonly timeoutMs?: number | undefined;
  readonly io: Io;
}

/**
 * Brings the objects on their way: with a live controller that is the controller's work, else passes are made
 * here. With `wait`, until all are Ready; without, one pass. What is Stalled, failed or late is a failure. The
 * results are the objects as the server has them at the end.
 */
export async function settle(
  client: Client,
  objects: readonly DatabaseManager[],
  { wait, timeoutMs = DEFAULT_TIMEOUT_MS, io }: SettleOptions,
): Promise<Attempts<DatabaseManager>> {
  const isLive = await hasController(client, io);
  const reconciler = isLive ? undefined : createReconciler(client, io);
  const step: Step =
    reconciler === undefined
      ? async (dm) => standingOf(await latest(client, dm, io.signal))
      : async (dm) => standingAfter(await reconciler.pass(keyOf(dm)));
  const progress = wait ? await progressOf(objects, io) : undefined;
  const each = async (dm: DatabaseManager): Promise<DatabaseManager> => {
    if (progress !== undefined) await followOne(dm, { step, progress, timeoutMs, io });
    else if (!isLive) refuse(dm, await step(dm));
    return await latest(client, dm, io.signal);
  };
  try {
    return gather(objects, await Promise.allSettled(objects.map(each)), io.signal);
  } finally {
    await progress?.close();
    await reconciler?.close();
  }
}

type Step = (dm: DatabaseManager) => Promise<Standing>;

function latest(client: Client, dm: DatabaseManager, signal: AbortSignal): Promise<DatabaseManager> {
  return client.get(databaseManagers, keyOf(dm), { signal });
}

/** Who may not read the lease cannot tell; another pass beside a controller's does no harm. */
async function hasController(client: Client, { clock, signal }: Io): Promise<boolean> {
  try {
    return await isControllerLive(client, clock, signal);
  } catch (error) {
    if (isForbidden(error)) return false;
    throw error;
  }
}

function progressOf(objects: readonly DatabaseManager[], { stderr, env }: Io): Promise<Progress> {
  const titles = objects.map(childTitles).flatMap(({ others, deployment }) => [...others, deployment]);
  return createProgress(titles, stderr, env);
}

interface Following {
  readonly step: Step;
  readonly progress: Progress;
  readonly timeoutMs: number;
  readonly io: Io;
}

async function followOne(dm: DatabaseManager, { step, progress, timeoutMs, io }: Following): Promise<void> {
  const { clock, signal } = io;
  const titles = childTitles(dm);
  const onStep = ({ outcome, message, childrenExist }: Standing) => {
    if (childrenExist) for (const title of titles.others) progress.done(title);
    if (outcome === 'converged') progress.done(titles.deployment);
    else if (outcome === 'stalled') progress.failed(titles.deployment, message);
    else progress.waiting(titles.deployment, message);
  };
  await follow({ key: keyOf(dm), step: () => step(dm), onStep, timeoutMs, clock, signal });
}

/** One pass cannot make it Ready, but it can show that it never will be. */
function refuse(dm: DatabaseManager, { outcome, reason, message, error }: Standing): void {
  const name = formatKey(keyOf(dm));
  if (outcome === 'stalled')
    throw new NotConvergedError(`${name} is stalled (${reason}): ${message}`, { reason });
  if (outcome === 'failed') throw error;
}

function gather(
  objects: readonly DatabaseManager[],
  settled: readonly PromiseSettledResult<DatabaseManager>[],
  signal: AbortSignal,
): Attempts<DatabaseManager> {
  const results = settled.flatMap((one) => (one.status === 'fulfilled' ? [one.value] : []));
  const failures = settled.flatMap((one, index) => {
    const dm = objects[index];
    return one.status === 'fulfilled' || dm === undefined
      ? []
      : [{ what: formatKey(keyOf(dm)), error: one.reason as unknown }];
  });
  const fatal = failures.find(({ error }) => isFatal(error, signal));
  if (fatal !== undefined) throw fatal.error;
  return { results, failures };
}
