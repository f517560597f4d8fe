/** @module dbm sandbox status */
import { DbmCommand } from '../../cli/base-command.ts';
import { outputFlags } from '../../cli/flags/output.ts';
import { formatTable } from '../../cli/output/table.ts';
import { countObjects } from '../../cli/sandbox/count-objects.ts';
import { sandboxSize } from '../../cli/sandbox/files.ts';
import { sandboxFile } from '../../cli/state-folder.ts';

/** `objects` maps kinds to counts; absent fields mean that there is no sandbox yet. */
interface SandboxStatus {
  readonly file: string;
  readonly exists: boolean;
  readonly bytes?: number;
  readonly objects?: Readonly<Record<string, number>>;
}

export default class SandboxStatusCommand extends DbmCommand {
  static override summary = 'Show where the sandbox is, how large it is and what is in it.';
  static override examples = ['<%= config.bin %> sandbox status', '<%= config.bin %> sandbox status --json'];
  static override flags = outputFlags(['json', 'yaml']);

  override async run(): Promise<SandboxStatus> {
    const { flags } = await this.parse(SandboxStatusCommand);
    const status = await this.look();
    await this.present(flags, { document: () => status, human: () => describe(status) });
    return status;
  }

  private async look(): Promise<SandboxStatus> {
    const file = sandboxFile(this.io.env);
    // Looking must not create it.
    if ((await sandboxSize(this.io.env)) === undefined) return { file, exists: false };
    const { client } = await this.session({ sandbox: true });
    const objects = await countObjects(client, this.io.signal);
    const bytes = (await sandboxSize(this.io.env)) ?? 0;
    return { file, exists: true, bytes, objects };
  }
}

function describe({ file, exists, bytes = 0, objects = {} }: SandboxStatus): string {
  if (!exists)
    return `File:      ${file}\nThere is no sandbox yet: the first command that needs it makes it.\n`;
  const size = `${Math.ceil(bytes / 1024)} KiB`;
  const rows = Object.entries(objects);
  const table = formatTable(
    [
      { heading: 'KIND', cell: ([kind]: (typeof rows)[number]) => kind },
      { heading: 'OBJECTS', cell: ([, count]: (typeof rows)[number]) => String(count) },
    ],
    rows,
  );
  return `File:      ${file}\nSize:      ${size}\n\n${table}`;
}
