/** @module dbm sandbox serve */
import { once } from 'node:events';
import { DbmCommand } from '../../cli/base-command.ts';
import { CliError, UsageError } from '../../cli/errors/cli-error.ts';
import { wholeNumberFlag } from '../../cli/flags/whole-number.ts';
import { stringFlag } from '../../cli/oclif.ts';
import { openSandboxFile } from '../../cli/sandbox/open.ts';
import { serveFolder } from '../../cli/state-folder.ts';
import { serveSandbox } from '../../sandbox/serve/serve.ts';

export default class SandboxServe extends DbmCommand {
  static override summary = 'Serve the sandbox over HTTPS on this machine, for kubectl and other clients.';
  static override description = [
    'Runs until Ctrl-C. Other dbm commands go on working on the same sandbox meanwhile.',
    'The certificate, the token and the kubeconfig are kept beside the state file, readable by you only.',
  ].join(' ');
  static override examples = [
    '<%= config.bin %> sandbox serve',
    '<%= config.bin %> sandbox serve --port 6443',
  ];
  static override flags = {
    host: stringFlag({ helpValue: 'ADDRESS', summary: 'Where to listen. 127.0.0.1 when not given.' }),
    port: wholeNumberFlag({
      min: 0,
      max: 65_535,
      helpValue: 'PORT',
      summary: 'The port to listen on. Any free one when not given.',
    }),
  };

  override async run(): Promise<void> {
    const { flags } = await this.parse(SandboxServe);
    const { env, clock, signal, stdout } = this.io;
    const { host, port } = flags;
    if (host === '') throw new UsageError('--host must not be empty: name an address, or leave it out');
    const sandbox = await openSandboxFile(env, clock);
    try {
      const options = { ...(host !== undefined && { host }), ...(port !== undefined && { port }) };
      const served = await serveSandbox(sandbox, { ...options, dir: serveFolder(env), clock }).catch(explain);
      stdout.write(
        `Serving the sandbox at ${served.url}\n\n  kubectl --kubeconfig ${served.kubeconfig} get databasemanagers\n\n`,
      );
      this.notice('Ctrl-C ends it.');
      if (!signal.aborted) await once(signal, 'abort');
      await served.close();
    } finally {
      await sandbox.close();
    }
  }
}

/** Node says only which call failed. */
function explain(error: unknown): never {
  if (!(error instanceof Error && 'syscall' in error)) throw error;
  throw new CliError(`cannot serve the sandbox: ${error.message}; choose another --host or --port`, {
    reason: 'CannotListen',
    cause: error,
  });
}
