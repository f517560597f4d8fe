/** @module dbm sandbox reset */
import { DbmCommand } from '../../cli/base-command.ts';
import { confirm, isInteractive } from '../../cli/confirm.ts';
import { CliError, UsageError } from '../../cli/errors/cli-error.ts';
import { outputFlags } from '../../cli/flags/output.ts';
import { booleanFlag } from '../../cli/oclif.ts';
import { removeSandbox, sandboxSize } from '../../cli/sandbox/files.ts';
import { sandboxFile } from '../../cli/state-folder.ts';

export default class SandboxReset extends DbmCommand {
  static override summary = 'Delete the sandbox with everything in it.';
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
      await removeSandbox(env);
    }
    const result = { file, deleted };
    const told = deleted ? `Deleted the sandbox ${file}` : `There is no sandbox at ${file}`;
    await this.present(flags, { document: () => result, human: () => `${told}\n` });
    return result;
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
