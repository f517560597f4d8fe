/** @module dbm scale */
import type { DatabaseManager } from '../api/database-manager.ts';
import { ChangingCommand } from '../cli/changing-command.ts';
import { replicaNotices } from '../cli/create/notices.ts';
import { tryEach } from '../cli/errors/combine-failures.ts';
import { requiredNamesArg } from '../cli/flags/names.ts';
import { namespaceFlag } from '../cli/flags/namespace.ts';
import { outputFlags, outputFormat } from '../cli/flags/output.ts';
import { targetFlags } from '../cli/flags/target.ts';
import { waitFlags } from '../cli/flags/wait.ts';
import { REPLICA_BOUNDS, wholeNumberFlag } from '../cli/flags/whole-number.ts';
import type { Interfaces } from '../cli/oclif.ts';
import { objectName } from '../cli/output/objects.ts';
import { type Scaled, scale } from '../cli/scale.ts';

type Flags = Interfaces.InferredFlags<typeof Scale.flags>;

export default class Scale extends ChangingCommand {
  static override summary = 'Change how many replicas a database has.';
  static override description = [
    'Goes through the scale subresource. Where no controller is running, dbm then changes the Deployment itself.',
    'More than one replica are independent databases: nothing is replicated between them.',
  ].join(' ');
  static override examples = [
    '<%= config.bin %> scale mysql --replicas 3',
    '<%= config.bin %> scale mysql --replicas 1 --current-replicas 3',
  ];
  static override args = { names: requiredNamesArg };
  static override flags = {
    replicas: wholeNumberFlag({
      ...REPLICA_BOUNDS,
      required: true,
      helpValue: '1..10',
      summary: 'How many replicas there shall be.',
    }),
    'current-replicas': wholeNumberFlag({
      ...REPLICA_BOUNDS,
      helpValue: '1..10',
      summary: 'Only scale when there are so many now.',
    }),
    ...waitFlags('the databases are Ready; the default on a terminal'),
    ...outputFlags(['json', 'yaml', 'name']),
    ...namespaceFlag,
    ...targetFlags,
  };

  override async run(): Promise<readonly DatabaseManager[]> {
    const { args, flags } = await this.parse(Scale);
    const { client, namespace } = await this.session(flags);
    const { signal } = this.io;
    const options = { replicas: flags.replicas, currentReplicas: flags['current-replicas'], signal };
    const names = [...new Set(args.names)];
    const scaled = await tryEach(names, {
      what: (name) => `${namespace}/${name}`,
      attempt: async (name) => this.announce(await scale(client, { namespace, name }, options), flags),
      signal,
    });
    const settled = await this.settled(client, scaled, flags);
    // People were told of each when it was scaled.
    await this.presentObjects(flags, settled, { total: names.length, human: () => '' });
    return settled.results;
  }

  private announce({ dm, changed }: Scaled, flags: Flags): DatabaseManager {
    const outcome = changed ? 'scaled' : 'unchanged';
    if (outputFormat(flags) === 'human') this.io.stdout.write(`${objectName(dm)} ${outcome}\n`);
    for (const text of replicaNotices(dm)) this.notice(text);
    return dm;
  }
}
