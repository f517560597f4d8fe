/** @module dbm reconcile */
import { DbmCommand } from '../cli/base-command.ts';
import { combineFailures, type Failure } from '../cli/errors/combine-failures.ts';
import { CHANGED } from '../cli/exit-codes.ts';
import { findDatabases, nothingFound } from '../cli/find-databases.ts';
import { namesArg } from '../cli/flags/names.ts';
import { namespaceFlag } from '../cli/flags/namespace.ts';
import { outputFlags } from '../cli/flags/output.ts';
import { refuseNamesAndScope, scopeFlags } from '../cli/flags/scope.ts';
import { targetFlags } from '../cli/flags/target.ts';
import { DEFAULT_TIMEOUT_MS, waitFlags } from '../cli/flags/wait.ts';
import { booleanFlag, type Interfaces } from '../cli/oclif.ts';
import { paletteFor } from '../cli/output/colour.ts';
import { createProgress } from '../cli/progress/progress.ts';
import { formatPlans, type PlannedInstance, planAll, plansDocument } from '../cli/reconcile/plans.ts';
import { reconcileAll } from '../cli/reconcile/reconcile-all.ts';
import { createReconciler } from '../cli/reconcile/reconciler.ts';
import { hasChanged, reportDocument, reportFailure, reportTable } from '../cli/reconcile/report.ts';
import { formatDifference } from '../core/describe-action.ts';
import type { ReconcileResult } from '../core/reconcile.ts';
import type { Client } from '../kube/client.ts';
import { formatKey, keyOf, type ObjectKey, parseKey } from '../kube/object.ts';

type Flags = Interfaces.InferredFlags<typeof Reconcile.flags>;

export default class Reconcile extends DbmCommand {
  static override summary = 'Make what runs match what is declared, once.';
  static override description = [
    'One pass over the named databases, or all of the namespace: creates what is missing, puts right what differs,',
    'writes the status. Several at a time; one that fails does not keep the others from being tried.',
    'Exit code 0 also when databases are still starting; with --wait only when all are Ready.',
  ].join(' ');
  static override examples = [
    '<%= config.bin %> reconcile --once',
    '<%= config.bin %> reconcile orders --wait --timeout 2m',
    '<%= config.bin %> reconcile -A --dry-run',
    '<%= config.bin %> reconcile -A --json | jq .summary',
  ];
  static override args = { names: namesArg };
  static override flags = {
    once: booleanFlag({ summary: 'One pass, then end: what happens without it too.' }),
    'dry-run': booleanFlag({ summary: 'Show what would be done, with the differences, and do nothing.' }),
    'detailed-exitcode': booleanFlag({
      summary: 'Exit with 10 when something was (or would be) changed, 3 when not all is converged.',
    }),
    ...waitFlags('all are Ready; one pass when not given'),
    ...scopeFlags,
    ...outputFlags(['json', 'yaml']),
    ...namespaceFlag,
    ...targetFlags,
  };

  override async run(): Promise<readonly ReconcileResult[] | readonly PlannedInstance[]> {
    const { args, flags } = await this.parse(Reconcile);
    const { names = [] } = args;
    refuseNamesAndScope(names, flags);
    const { client, namespace: current } = await this.session(flags);
    const namespace = flags['all-namespaces'] ? undefined : current;
    const { signal } = this.io;
    const scope = { namespace, labelSelector: flags.selector, names, signal };
    const { results: found, failures } = await findDatabases(client, scope);
    if (found.length + failures.length === 0) this.notice(nothingFound(namespace));
    const keys = found.map(keyOf);
    if (flags['dry-run']) return await this.plan(client, { keys, failures, flags });
    return await this.reconcile(client, { keys, failures, flags });
  }

  private async plan(client: Client, { keys, failures, flags }: Work): Promise<readonly PlannedInstance[]> {
    const plans = await planAll(client, keys, this.io);
    const document = () => plansDocument(plans);
    const total = keys.length + failures.length;
    const failure =
      failures.length === 0
        ? undefined
        : combineFailures(failures, { total, document: plansDocument(plans) });
    const changes = plans.some(({ actions }) => actions.length > 0);
    if (flags['detailed-exitcode'] && changes) this.exitCode = CHANGED;
    await this.present(flags, { document, human: () => formatPlans(plans) }, failure);
    return plans;
  }

  private async reconcile(
    client: Client,
    { keys, failures, flags }: Work,
  ): Promise<readonly ReconcileResult[]> {
    const done = await this.passes(client, keys, flags);
    const results = [...done, ...failures.map(asResult)];
    for (const result of results) for (const line of changeLines(result)) this.notice(line);
    const palette = await paletteFor(this.io.stdout, this.io.env);
    const human = () =>
      results.length === 0 ? '' : reportTable(results, { withNamespace: flags['all-namespaces'], palette });
    const mustConverge = flags.wait === true || flags['detailed-exitcode'];
    if (flags['detailed-exitcode'] && results.some(hasChanged)) this.exitCode = CHANGED;
    const document = () => reportDocument(results);
    await this.present(flags, { document, human }, reportFailure(results, { mustConverge }));
    return results;
  }

  private async passes(
    client: Client,
    keys: readonly ObjectKey[],
    flags: Flags,
  ): Promise<readonly ReconcileResult[]> {
    const { stderr, env } = this.io;
    const reconciler = createReconciler(client, this.io);
    const timeoutMs = flags.timeout ?? DEFAULT_TIMEOUT_MS;
    const progress = flags.wait ? await createProgress(keys.map(formatKey), stderr, env) : undefined;
    const untilReady = progress === undefined ? undefined : { timeoutMs, progress };
    try {
      return await reconcileAll(keys, { reconciler, io: this.io, untilReady });
    } finally {
      await progress?.close();
      await reconciler.close();
    }
  }
}

interface Work {
  readonly keys: readonly ObjectKey[];
  /** The names that do not exist. */
  readonly failures: readonly Failure[];
  readonly flags: Flags;
}

function asResult({ what, error }: Failure): ReconcileResult {
  const message = error instanceof Error ? error.message : String(error);
  return { key: parseKey(what), outcome: 'failed', actions: [], reason: 'NotFound', message, error };
}

/** What was written to which child, and why. */
function changeLines({ key, actions }: ReconcileResult): readonly string[] {
  return actions
    .filter(({ verb }) => verb !== 'status')
    .map(({ verb, kind, name, differences }) => {
      const why = differences.map(formatDifference).join('; ');
      return `${formatKey(key)}: ${verb} ${kind} ${name}${why === '' ? '' : ` (${why})`}`;
    });
}
