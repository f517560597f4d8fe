/** @module dbm controller */
import { DbmCommand } from '../cli/base-command.ts';
import { UsageError } from '../cli/errors/cli-error.ts';
import { parseBindAddress } from '../cli/flags/bind-address.ts';
import { durationFlag } from '../cli/flags/duration.ts';
import { targetFlags } from '../cli/flags/target.ts';
import { wholeNumberFlag } from '../cli/flags/whole-number.ts';
import { booleanFlag, type Interfaces, stringFlag } from '../cli/oclif.ts';
import { wantsColour } from '../cli/output/colour.ts';
import { runController } from '../runtime/database-manager-controller.ts';
import { createLogger } from '../runtime/logging/create-logger.ts';
import type { Logger } from '../runtime/logging/logger.ts';

type Flags = Interfaces.InferredFlags<typeof Controller.flags>;

export default class Controller extends DbmCommand {
  static override summary = 'Keep what runs as declared, until stopped.';
  static override description = [
    'Watches DatabaseManagers and all their parts, and repairs whatever differs. The first SIGTERM or Ctrl-C lets the',
    'passes under way end, gives leadership back and exits with 0; the second ends at once.',
    'The log goes to stderr.',
  ].join(' ');
  static override examples = [
    '<%= config.bin %> controller --watch',
    '<%= config.bin %> controller --watch --namespace shop --namespace billing',
    '<%= config.bin %> controller --watch --log-format json --health-probe-bind-address :8081',
  ];
  static override flags = {
    watch: booleanFlag({ summary: 'Run. Without it nothing is done: "dbm reconcile" makes a single pass.' }),
    workers: wholeNumberFlag({
      min: 1,
      max: 100,
      helpValue: 'N',
      summary: 'How many databases are worked on at once. 2 when not given.',
    }),
    namespace: stringFlag({
      char: 'n',
      multiple: true,
      multipleNonGreedy: true,
      helpValue: 'NAME',
      summary: 'Only this namespace; may be repeated. All namespaces when not given.',
    }),
    resync: durationFlag({
      summary: 'How often to look at every database though nothing changed. 30s when not given, 0 for never.',
    }),
    'leader-elect': booleanFlag({
      allowNo: true,
      summary: 'Only one of several controllers works at a time. The default.',
    }),
    'leader-election-namespace': stringFlag({
      helpValue: 'NAME',
      summary: 'Namespace of the Lease. kube-system when not given.',
    }),
    'health-probe-bind-address': stringFlag({
      helpValue: '[HOST]:PORT',
      summary: 'Where to answer /healthz and /readyz. Nowhere when not given, or 0.',
    }),
    'metrics-bind-address': stringFlag({
      helpValue: '[HOST]:PORT',
      summary:
        'Where to serve /metrics for Prometheus; may be the address of probes. Nowhere when not given, or 0.',
    }),
    'log-format': stringFlag({
      options: ['text', 'json', 'pretty'],
      helpValue: 'text|json|pretty',
      summary: 'Lines for people (pretty is coloured), or JSON. pretty on a terminal, else text.',
    }),
    'shutdown-timeout': durationFlag({
      summary: 'How long passes under way may take to end when stopping. 30s when not given.',
    }),
    ...targetFlags,
  };

  override async run(): Promise<void> {
    const { flags } = await this.parse(Controller);
    if (!flags.watch) {
      throw new UsageError(
        'say --watch to keep reconciling until stopped; "dbm reconcile --once" makes a single pass',
      );
    }
    const health = parseBindAddress(flags['health-probe-bind-address'], 'health-probe-bind-address');
    const metrics = await this.metrics(flags);
    const { namespace: namespaces, ...target } = flags;
    const { client } = await this.session(target, metrics?.measures.onRequest);
    await runController({
      client,
      clock: this.io.clock,
      workers: flags.workers,
      namespaces,
      resyncMs: flags.resync,
      leaderElection: {
        enabled: flags['leader-elect'] !== false,
        namespace: flags['leader-election-namespace'],
      },
      health,
      metrics,
      logger: this.logger(flags),
      signal: this.io.signal,
      shutdownTimeoutMs: flags['shutdown-timeout'],
    });
  }

  /** Loaded only here: nobody else pays for what measures. */
  private async metrics(flags: Flags) {
    const address = parseBindAddress(flags['metrics-bind-address'], 'metrics-bind-address');
    if (address === undefined) return undefined;
    const { createMetrics } = await import('../runtime/metrics/create-metrics.ts');
    return { ...address, measures: createMetrics({ controller: 'databasemanager', clock: this.io.clock }) };
  }

  private logger(flags: Flags): Logger {
    const { stderr, env } = this.io;
    const format = flags['log-format'] ?? (wantsColour(stderr, env) ? 'pretty' : 'text');
    if (format !== 'json' && format !== 'text' && format !== 'pretty') {
      throw new UsageError(`--log-format must be text, json or pretty, not "${format}"`);
    }
    return createLogger({ format, verbosity: flags.verbosity ?? 0, stream: stderr });
  }
}
