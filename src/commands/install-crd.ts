/** @module dbm install-crd */
import { DbmCommand } from '../cli/base-command.ts';
import { durationFlag } from '../cli/flags/duration.ts';
import { outputFlags } from '../cli/flags/output.ts';
import { targetFlags } from '../cli/flags/target.ts';
import { type InstalledCrd, installCrd } from '../cli/install-crd.ts';
import { asDocument, objectName } from '../cli/output/objects.ts';

const DEFAULT_TIMEOUT_MS = 60_000;

export default class InstallCrd extends DbmCommand {
  static override summary = 'Install or update the DatabaseManager resource, and wait until it is served.';
  static override description =
    'Says whether the CustomResourceDefinition was created, updated or left unchanged. Existing DatabaseManagers stay as they are.';
  static override examples = [
    '<%= config.bin %> install-crd',
    '<%= config.bin %> install-crd --context staging',
  ];
  static override flags = {
    timeout: durationFlag({ summary: 'How long to wait until it is served. 60s when not given.' }),
    ...outputFlags(['json', 'yaml', 'name']),
    ...targetFlags,
  };

  override async run(): Promise<InstalledCrd> {
    const { flags } = await this.parse(InstallCrd);
    const { client } = await this.session(flags);
    const { clock, signal } = this.io;
    const timeoutMs = flags.timeout ?? DEFAULT_TIMEOUT_MS;
    const result = await installCrd(client, { clock, signal, timeoutMs });
    const name = objectName(result.crd);
    await this.present(flags, {
      document: () => asDocument([result.crd], { single: true }),
      human: () => `${name} ${result.outcome}\n`,
      names: () => [name],
    });
    return result;
  }
}
