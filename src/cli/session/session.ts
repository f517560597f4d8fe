/** @module A command's connection: the API server that the flags and the environment choose, ready to use. */
import type { Client } from '../../kube/client.ts';
import type { ClusterTarget } from '../../kube/kubeconfig/cluster-target.ts';
import type { RequestObserver } from '../../kube/rest/request-observer.ts';
import type { Transport } from '../../kube/transport.ts';
import type { TargetFlags } from '../flags/target.ts';
import type { Io } from '../io.ts';
import { openSandboxFile } from '../sandbox/open.ts';
import { sandboxFile, shortPath } from '../state-folder.ts';
import { chooseTarget } from './choose-target.ts';
import { withRequestLog } from './request-log.ts';

/** An open connection. Close it, or the process does not end by itself. */
export interface Session {
  readonly client: Client;
  /** The one to work in: `-n`, else the context's, else `default`. */
  readonly namespace: string;
  readonly target: {
    readonly kind: 'sandbox' | 'cluster';
    /** Completes "in …": what is acted on, for messages. */
    readonly description: string;
  };
  close(): Promise<void>;
}

/** kubectl shows requests from this verbosity on. */
const REQUEST_LOG_VERBOSITY = 6;

/**
 * Opens the session that `flags` ask for. Says so on stderr when that is the sandbox because nothing is
 * configured. Nothing is sent yet: an unreachable cluster shows at the first request. `onRequest` is told of all.
 */
export async function openSession(flags: TargetFlags, io: Io, onRequest?: RequestObserver): Promise<Session> {
  const chosen = await chooseTarget(flags, io.env);
  switch (chosen.kind) {
    case 'cluster':
      return await clusterSession(chosen.cluster, { flags, io, onRequest });
    case 'sandbox': {
      const file = sandboxFile(io.env);
      if (chosen.byDefault) {
        io.stderr.write(`No cluster configured: using the sandbox ${shortPath(file, io.env)}\n`);
      }
      return await sandboxSession(file, { flags, io, onRequest });
    }
  }
}

/** Whom a session is for. */
interface Request {
  readonly flags: TargetFlags;
  readonly io: Io;
  readonly onRequest: RequestObserver | undefined;
}

async function clusterSession(cluster: ClusterTarget, request: Request): Promise<Session> {
  const { io } = request;
  const { createNetworkTransport } = await import('../../kube/network-transport.ts');
  const { packageVersion } = await import('../version.ts');
  const userAgent = `dbm/${packageVersion()} (${process.platform}/${process.arch})`;
  const transport = createNetworkTransport(cluster, { clock: io.clock, userAgent, env: io.env });
  const client = await clientOver(transport, request);
  return {
    client,
    namespace: cluster.namespace,
    target: { kind: 'cluster', description: describeCluster(cluster) },
    close: () => client.close(),
  };
}

async function sandboxSession(file: string, request: Request): Promise<Session> {
  const { flags, io } = request;
  const sandbox = await openSandboxFile(io.env, io.clock);
  const client = await clientOver(sandbox.transport(), request);
  return {
    client,
    namespace: flags.namespace ?? 'default',
    target: { kind: 'sandbox', description: `the sandbox ${shortPath(file, io.env)}` },
    async close() {
      await client.close();
      await sandbox.close();
    },
  };
}

async function clientOver(transport: Transport, { flags, io, onRequest }: Request): Promise<Client> {
  const { createClient } = await import('../../kube/rest-client.ts');
  const logged =
    (flags.verbosity ?? 0) < REQUEST_LOG_VERBOSITY
      ? transport
      : withRequestLog(transport, { clock: io.clock, log: (line) => io.stderr.write(`${line}\n`) });
  const onWarning = (text: string) => io.stderr.write(`Warning: ${text}\n`);
  return createClient(logged, {
    clock: io.clock,
    requestTimeoutMs: flags['request-timeout'],
    onWarning,
    onRequest,
  });
}

function describeCluster({ server, contextName, clusterName }: ClusterTarget): string {
  const names = [
    ...(contextName === undefined ? [] : [`context ${contextName}`]),
    ...(clusterName === undefined ? [] : [`cluster ${clusterName}`]),
  ];
  return names.length === 0 ? server : `${names.join(', ')} (${server})`;
}
