/** @module dbm sandbox reset */
import { DbmCommand } from '../../cli/base-command.ts';
import { confirm, isInteractive } from '../../cli/confirm.ts';
import { CliError, UsageError } from '../../cli/errors/cli-error.ts';
import { outputFlags } from '../../cli/flags/output.ts';
import { booleanFlag } from '../../cli/oclif.ts';
import { removeSandbox, sandboxSize } from '../../cli/sandbox/files.ts';
import { sandboxFile } from '../../cli/state-folder.ts';
import { isDatabaseInUse } from '../../sandbox/store/in-use.ts';

/** Other commands that just run are given this long to end. */
const PATIENCE_MS = 2000;
const POLL_MS = 100;

export default class SandboxReset extends DbmCommand {
  static override summary = 'Delete the sandbox with everything in it.';
  static override description = 'Refuses while another dbm, such as a controller, works on it.';
  static override examples = ['<%= config.bin %> sandbox reset', '<%= config.bin %> sandbox reset --yes'];
  static override flags = {
    yes: booleanFlag({ char: 'y', summary: 'Do not ask.' }),
    ...outputFlags(['json', 'yaml']),
  };

  override async run(): Promise<{ readonly file: string; readonly deleted: boolean }> {
    const { flags } = await this.parse(SandboxReset);
    const { env } = this.io;
    const file = sandboxFile(env);
    const deleted = (await sandboxSize(env)) !== undefined;
    if (deleted) {
      await this.mayDelete(file, flags.yes);
      await this.untilUnused(file);
      await removeSandbox(env);
    }
    const result = { file, deleted };
    const told = deleted ? `Deleted the sandbox ${file}` : `There is no sandbox at ${file}`;
    await this.present(flags, { document: () => result, human: () => `${told}\n` });
    return result;
  }

  /** Who has the file open would go on with it, unseen by all others. */
  private async untilUnused(file: string): Promise<void> {
    const { clock, signal } = this.io;
    const deadline = clock.monotonic() + PATIENCE_MS;
    while (isDatabaseInUse(file)) {
      if (clock.monotonic() >= deadline) {
        throw new CliError(
          `the sandbox ${file} is in use: stop the controller, "dbm sandbox serve" or "dbm get -w" that runs on it first`,
          { reason: 'InUse' },
        );
      }
      await clock.sleep(POLL_MS, signal);
    }
  }

  private async mayDelete(file: string, yes: boolean): Promise<void> {
    if (yes) return;
    if (!isInteractive(this.io)) {
      throw new UsageError(`this would delete the sandbox ${file} with everything in it: say so with --yes`);
    }
    if (await confirm(`Delete the sandbox ${file} with everything in it?`, this.io)) return;
    throw new CliError('nothing was deleted', { reason: 'Declined' });
  }
}
