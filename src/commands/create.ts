/** @module dbm create */
import type { DatabaseManager } from '../api/database-manager.ts';
import { ChangingCommand } from '../cli/changing-command.ts';
import { createAll } from '../cli/create/create-all.ts';
import { createNotices } from '../cli/create/notices.ts';
import { requestedObjects } from '../cli/create/requested-objects.ts';
import type { Attempts } from '../cli/errors/combine-failures.ts';
import { namespaceFlag } from '../cli/flags/namespace.ts';
import { outputFlags, outputFormat } from '../cli/flags/output.ts';
import { specFlags } from '../cli/flags/spec.ts';
import { targetFlags } from '../cli/flags/target.ts';
import { waitFlags } from '../cli/flags/wait.ts';
import type { ReadDatabaseManager } from '../cli/manifest/read-database-managers.ts';
import { type Interfaces, stringArg, stringFlag } from '../cli/oclif.ts';
import { objectName } from '../cli/output/objects.ts';
import { namespaceWithoutSession } from '../cli/session/choose-target.ts';
import type { Session } from '../cli/session/session.ts';

type Flags = Interfaces.InferredFlags<typeof Create.flags>;

export default class Create extends ChangingCommand {
  static override summary = 'Create a database, from flags or from manifests.';
  static override description = [
    'Writes a DatabaseManager. Where no controller is running, dbm then makes its Deployment, Service and',
    'credentials itself; with --wait (the default on a terminal) it follows until the database is Ready.',
    'The name defaults to the type. The current long-term version of the engine is written into the object.',
  ].join(' ');
  static override examples = [
    '<%= config.bin %> create mysql',
    '<%= config.bin %> create mysql --replicas 2',
    '<%= config.bin %> create postgres orders --storage 10Gi --database shop --username shop',
    '<%= config.bin %> create mariadb --dry-run client -o yaml',
    '<%= config.bin %> create -f examples/example-mysql.yaml',
    '$ cat orders.yaml | <%= config.bin %> create -f -',
  ];
  static override args = {
    dbtype: stringArg({ ignoreStdin: true, description: 'mysql, mariadb or postgres.' }),
    name: stringArg({ ignoreStdin: true, description: 'Name of the DatabaseManager.' }),
  };
  static override flags = {
    filename: stringFlag({
      char: 'f',
      multiple: true,
      multipleNonGreedy: true,
      helpValue: 'FILE',
      summary: 'A manifest, a folder of them, or - for standard input; may be repeated.',
    }),
    'dry-run': stringFlag({
      options: ['client', 'server'],
      helpValue: 'client|server',
      summary: 'Only show what would be created; "server" has the server check it.',
    }),
    ...waitFlags('the databases are Ready; the default on a terminal'),
    ...specFlags,
    ...outputFlags(['json', 'yaml', 'name']),
    ...namespaceFlag,
    ...targetFlags,
  };

  override async run(): Promise<readonly DatabaseManager[]> {
    const { args, flags } = await this.parse(Create);
    const session = flags['dry-run'] === 'client' ? undefined : await this.session(flags);
    const namespace = {
      name: session?.namespace ?? (await namespaceWithoutSession(flags, this.io.env)),
      explicit: flags.namespace !== undefined,
    };
    const objects = await requestedObjects({ ...args, filename: flags.filename, flags }, namespace, this.io);
    for (const { dm } of objects)
      for (const text of createNotices(dm, this.io.clock.now())) this.notice(text);
    const attempts = await this.carryOut(objects, flags, session);
    // People were told of each when it was created.
    await this.presentObjects(flags, attempts, { total: objects.length, human: () => '' });
    return attempts.results;
  }

  private async carryOut(
    objects: readonly ReadDatabaseManager[],
    flags: Flags,
    session: Session | undefined,
  ): Promise<Attempts<DatabaseManager>> {
    if (session === undefined) {
      const results = objects.map(({ dm }) => dm);
      for (const dm of results) this.announce(dm, flags);
      return { results, failures: [] };
    }
    const { signal } = this.io;
    const dryRun = flags['dry-run'] === 'server';
    const onCreated = (dm: DatabaseManager) => this.announce(dm, flags);
    const created = await createAll(session.client, objects, { dryRun, signal, onCreated });
    if (dryRun) return created;
    return await this.settled(session.client, created, flags);
  }

  private announce(dm: DatabaseManager, flags: Flags): void {
    if (outputFormat(flags) !== 'human') return;
    const how = { client: ' (dry run)', server: ' (server dry run)' }[flags['dry-run'] ?? ''] ?? '';
    this.io.stdout.write(`${objectName(dm)} created${how}\n`);
  }
}
