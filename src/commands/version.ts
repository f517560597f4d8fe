/** @module dbm version */
import { DbmCommand } from '../cli/base-command.ts';
import { outputFlags } from '../cli/flags/output.ts';
import { packageVersion, versionText } from '../cli/version.ts';

export default class Version extends DbmCommand {
  static override summary = 'Show the version of dbm, of Node.js and of the API it serves.';
  static override examples = ['<%= config.bin %> version', '<%= config.bin %> version --json'];
  static override flags = outputFlags(['json', 'yaml']);

  override async run() {
    const { flags } = await this.parse(Version);
    const result = {
      version: packageVersion(),
      node: process.versions.node,
      platform: `${process.platform}-${process.arch}`,
      api: 'coolops.cn/v1alpha1',
    };
    await this.present(flags, { document: () => result, human: () => `${versionText()}\n` });
    return result;
  }
}
