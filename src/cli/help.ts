/** @module Help texts: oclif's, with what is common to all commands said once on the front page. */
import type { Io } from './io.ts';
import { CommandHelp, type Config, Help } from './oclif.ts';

const EXIT_CODES = `0    done
1    failed
2    wrong usage: flags, arguments or manifests; nothing was sent
3    not converged: not Ready (or gone) in time, or Stalled
4    the cluster does not answer, or refuses access
10   reconcile --detailed-exitcode: changed, and all is converged
130  interrupted (143 by SIGTERM)`;

const TARGET = `The cluster is chosen as kubectl chooses it: --kubeconfig, else KUBECONFIG,
else ~/.kube/config, else the service account of the pod. Where none of
them exists, dbm works on its embedded sandbox, a simulated cluster in one
file; --sandbox or DBM_SANDBOX=1 asks for it.`;

const EXAMPLES = `$ dbm install-crd
$ dbm create mysql --replicas 2
$ dbm get
$ dbm reconcile --once
$ dbm controller --watch`;

/** Writes the help on a command or topic, or the front page, to stdout. */
export async function showHelpOn(subject: readonly string[], config: Config, io: Io): Promise<void> {
  const help = new DbmHelp(config, config.pjson.oclif.helpOptions);
  help.io = io;
  await help.showHelp([...subject]);
}

class DbmHelp extends Help {
  io: Io | undefined;
  protected override CommandHelpClass = DbmCommandHelp;

  override formatRoot(): string {
    const sections = [
      this.section('WHERE IT ACTS', TARGET),
      this.section('EXIT CODES', EXIT_CODES),
      this.section('EXAMPLES', EXAMPLES),
    ];
    return [super.formatRoot(), ...sections].join('\n\n');
  }

  protected override log(...lines: string[]): void {
    this.io?.stdout.write(`${lines.join('\n')}\n`);
  }
}

class DbmCommandHelp extends CommandHelp {
  /** oclif trims the whole list, and so moves a first flag without a short form out of its column. */
  override renderList(...[input, options]: Parameters<CommandHelp['renderList']>): string {
    const list = super.renderList(input, options);
    const first = input[0]?.[0] ?? '';
    const label = first.trimStart();
    return list.startsWith(label) ? `${first.slice(0, first.length - label.length)}${list}` : list;
  }
}
