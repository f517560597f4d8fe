/** @module dbm get */
import type { DatabaseManager } from '../api/database-manager.ts';
import { DbmCommand } from '../cli/base-command.ts';
import { UsageError } from '../cli/errors/cli-error.ts';
import { findDatabases, nothingFound } from '../cli/find-databases.ts';
import { namesArg } from '../cli/flags/names.ts';
import { namespaceFlag } from '../cli/flags/namespace.ts';
import { outputFlags, outputFormat } from '../cli/flags/output.ts';
import { refuseNamesAndScope, scopeFlags } from '../cli/flags/scope.ts';
import { targetFlags } from '../cli/flags/target.ts';
import { booleanFlag, type Interfaces } from '../cli/oclif.ts';
import { paletteFor } from '../cli/output/colour.ts';
import { formatDatabases } from '../cli/output/databases-table.ts';
import { watchDatabases } from '../cli/watch-databases.ts';

type Flags = Interfaces.InferredFlags<typeof Get.flags>;

export default class Get extends DbmCommand {
  static override summary = 'Show DatabaseManagers.';
  static override aliases = ['list', 'ls'];
  static override examples = [
    '<%= config.bin %> get',
    '<%= config.bin %> get orders -o yaml',
    '<%= config.bin %> get -A -o wide',
    '<%= config.bin %> get -l team=shop --no-headers',
    '<%= config.bin %> get --json | jq -r ".items[].status.endpoint"',
  ];
  static override args = { names: namesArg };
  static override flags = {
    watch: booleanFlag({ char: 'w', summary: 'Show every change from now on, until Ctrl-C.' }),
    'no-headers': booleanFlag({ summary: 'Print the table without its headings.' }),
    ...scopeFlags,
    ...outputFlags(['wide', 'json', 'yaml', 'name']),
    ...namespaceFlag,
    ...targetFlags,
  };

  override async run(): Promise<readonly DatabaseManager[]> {
    const { args, flags } = await this.parse(Get);
    const { names = [] } = args;
    refuseContradictions(names, flags);
    const { client, namespace: current } = await this.session(flags);
    const namespace = flags['all-namespaces'] ? undefined : current;
    const scope = { namespace, labelSelector: flags.selector, signal: this.io.signal };
    const format = await this.tableFormat(flags);
    if (flags.watch) {
      await this.follow(watchDatabases(client, { ...scope, clock: this.io.clock }), names, format);
      return [];
    }
    const found = await findDatabases(client, { ...scope, names });
    const { results, failures } = found;
    if (results.length + failures.length === 0 && !isDocument(flags)) this.notice(nothingFound(namespace));
    const human = () => (results.length === 0 ? '' : format(results));
    const total = names.length === 0 ? Number.POSITIVE_INFINITY : results.length + failures.length;
    await this.presentObjects(flags, found, { total, human });
    return results;
  }

  /** The table as the flags want it; called again, it goes on without headings and in the same widths. */
  private async tableFormat(flags: Flags): Promise<(items: readonly DatabaseManager[]) => string> {
    const { stdout, env, clock } = this.io;
    const palette = await paletteFor(stdout, env);
    const widths: number[] = [];
    let headings = !flags['no-headers'];
    return (items) => {
      const now = clock.now();
      const wide = flags.output === 'wide';
      const withNamespace = flags['all-namespaces'];
      const text = formatDatabases(items, { now, palette, wide, withNamespace, headings, widths });
      headings = false;
      return text;
    };
  }

  private async follow(
    changes: ReturnType<typeof watchDatabases>,
    names: readonly string[],
    format: (items: readonly DatabaseManager[]) => string,
  ): Promise<void> {
    for await (const { object } of changes) {
      const isWanted = names.length === 0 || names.includes(object.metadata.name ?? '');
      if (isWanted) this.io.stdout.write(format([object]));
    }
    this.io.signal.throwIfAborted();
  }
}

function isDocument(flags: Flags): boolean {
  const format = outputFormat(flags);
  return format === 'json' || format === 'yaml';
}

function refuseContradictions(names: readonly string[], flags: Flags): void {
  refuseNamesAndScope(names, flags);
  if (flags.watch && outputFormat(flags) !== 'human' && outputFormat(flags) !== 'wide') {
    throw new UsageError('-w prints a table that goes on: leave -o out, or use -o wide');
  }
}
