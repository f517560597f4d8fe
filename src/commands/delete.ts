/** @module dbm delete */
import type { DatabaseManager } from '../api/database-manager.ts';
import { DbmCommand } from '../cli/base-command.ts';
import { confirm, isInteractive } from '../cli/confirm.ts';
import { deleteOne, untilGone } from '../cli/delete/delete-one.ts';
import { describeFate, losesStoredData } from '../cli/delete/fate.ts';
import { keysToDelete, objectsToDelete } from '../cli/delete/objects-to-delete.ts';
import { remainingOf } from '../cli/delete/remaining.ts';
import { CliError } from '../cli/errors/cli-error.ts';
import { tryEach } from '../cli/errors/combine-failures.ts';
import { namesArg } from '../cli/flags/names.ts';
import { namespaceFlag } from '../cli/flags/namespace.ts';
import { outputFlags, outputFormat } from '../cli/flags/output.ts';
import { targetFlags } from '../cli/flags/target.ts';
import { DEFAULT_TIMEOUT_MS, waitFlags } from '../cli/flags/wait.ts';
import { booleanFlag, type Interfaces, stringFlag } from '../cli/oclif.ts';
import { objectName } from '../cli/output/objects.ts';
import { createProgress } from '../cli/progress/progress.ts';
import type { Client } from '../kube/client.ts';
import { formatKey, keyOf } from '../kube/object.ts';

type Flags = Interfaces.InferredFlags<typeof Delete.flags>;

export default class Delete extends DbmCommand {
  static override summary = 'Delete databases, and wait until nothing is left of them.';
  static override description = [
    'First says, on stderr, where it deletes and what goes and what stays. Deployment, Service and pods go with the',
    'DatabaseManager; a volume and its credentials stay unless spec.deletionPolicy is Delete.',
    'It asks only on a terminal, and only before stored data are lost.',
  ].join(' ');
  static override examples = [
    '<%= config.bin %> delete orders',
    '<%= config.bin %> delete -f orders.yaml --ignore-not-found',
    '<%= config.bin %> delete orders billing --no-wait',
  ];
  static override args = { names: namesArg };
  static override flags = {
    filename: stringFlag({
      char: 'f',
      multiple: true,
      multipleNonGreedy: true,
      helpValue: 'FILE',
      summary: 'Delete what the manifests name; - for standard input.',
    }),
    'ignore-not-found': booleanFlag({ summary: 'What does not exist is no failure.' }),
    yes: booleanFlag({ char: 'y', summary: 'Do not ask before stored data are lost.' }),
    ...waitFlags('the databases and all their parts are gone; the default'),
    ...outputFlags(['json', 'yaml', 'name']),
    ...namespaceFlag,
    ...targetFlags,
  };

  override async run(): Promise<readonly DatabaseManager[]> {
    const { args, flags } = await this.parse(Delete);
    const { names = [] } = args;
    const { client, namespace: name, target } = await this.session(flags);
    const namespace = { name, explicit: flags.namespace !== undefined };
    const ignoreNotFound = flags['ignore-not-found'];
    const request = { names, filename: flags.filename, namespace, ignoreNotFound };
    const keys = await keysToDelete(request, this.io);
    const { signal } = this.io;
    const found = await objectsToDelete(client, keys, { ignoreNotFound, signal });
    await this.warnOfLoss(client, found.results, { where: target.description, flags });
    const deleted = await tryEach(found.results, {
      what: (dm) => formatKey(keyOf(dm)),
      attempt: async (dm) => {
        await deleteOne(client, dm, signal);
        if (outputFormat(flags) === 'human') this.io.stdout.write(`${objectName(dm)} deleted\n`);
        return dm;
      },
      signal,
    });
    const gone = flags.wait === false ? deleted : await this.waitFor(client, deleted.results, flags);
    const failures = [...found.failures, ...deleted.failures, ...(gone === deleted ? [] : gone.failures)];
    // People were told of each when it was deleted.
    await this.presentObjects(
      flags,
      { results: gone.results, failures },
      { total: keys.length, human: () => '' },
    );
    return gone.results;
  }

  /** Says what will happen before it happens; asks where data would be lost that nobody can bring back. */
  private async warnOfLoss(
    client: Client,
    objects: readonly DatabaseManager[],
    { where, flags }: { readonly where: string; readonly flags: Flags },
  ): Promise<void> {
    if (objects.length === 0) return;
    const namespaces = [...new Set(objects.map(({ metadata }) => metadata.namespace))];
    this.notice(`Deleting in namespace ${namespaces.join(', ')} of ${where}:`);
    for (const dm of objects) {
      this.notice(`  ${describeFate(dm, await remainingOf(client, dm, this.io.signal))}`);
    }
    const losing = objects.filter(losesStoredData).map(({ metadata }) => metadata.name);
    if (losing.length === 0 || flags.yes || !isInteractive(this.io)) return;
    if (await confirm(`Delete the stored data of ${losing.join(', ')} for good?`, this.io)) return;
    throw new CliError('nothing was deleted', { reason: 'Declined' });
  }

  private async waitFor(client: Client, objects: readonly DatabaseManager[], flags: Flags) {
    const { clock, signal, stderr, env } = this.io;
    const title = (dm: DatabaseManager) => `Removing ${dm.metadata.name}`;
    const progress = await createProgress(objects.map(title), stderr, env);
    const attempt = async (dm: DatabaseManager) => {
      const onRemaining = (remaining: readonly string[]) => progress.waiting(title(dm), remaining.join(', '));
      const timeoutMs = flags.timeout ?? DEFAULT_TIMEOUT_MS;
      await untilGone(client, dm, { timeoutMs, clock, signal, onRemaining });
      progress.done(title(dm));
      return dm;
    };
    try {
      return await tryEach(objects, { what: (dm) => formatKey(keyOf(dm)), attempt, signal });
    } finally {
      await progress.close();
    }
  }
}
