/** @module dbm sandbox kubeconfig */
import { readFile } from 'node:fs/promises';
import { DbmCommand } from '../../cli/base-command.ts';
import { CliError } from '../../cli/errors/cli-error.ts';
import { outputFlags } from '../../cli/flags/output.ts';
import { servedKubeconfig } from '../../cli/sandbox/files.ts';
import { parseYamlDocuments } from '../../kube/yaml.ts';

export default class SandboxKubeconfig extends DbmCommand {
  static override summary = 'Print the kubeconfig that leads kubectl to the served sandbox.';
  static override description =
    'It is the one that "sandbox serve" wrote last. It holds a token: treat it as a password.';
  static override examples = [
    '<%= config.bin %> sandbox kubeconfig > sandbox.kubeconfig',
    'kubectl --kubeconfig <(<%= config.bin %> sandbox kubeconfig) get databasemanagers',
  ];
  static override flags = outputFlags(['json', 'yaml']);

  override async run(): Promise<string> {
    const { flags } = await this.parse(SandboxKubeconfig);
    const path = servedKubeconfig(this.io.env);
    const text = await read(path);
    const [kubeconfig] = await parseYamlDocuments(text);
    await this.present(flags, { document: () => kubeconfig, human: () => text });
    return text;
  }
}

async function read(path: string): Promise<string> {
  try {
    return await readFile(path, 'utf8');
  } catch (error) {
    throw new CliError(`there is no kubeconfig at ${path}: start "dbm sandbox serve" first`, {
      reason: 'NotServed',
      cause: error,
    });
  }
}
