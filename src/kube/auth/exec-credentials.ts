/** @module Credentials that a command prints, kept until they expire. */
import type { Clock } from '../clock.ts';
import type { ClusterTarget } from '../kubeconfig/cluster-target.ts';
import type { ExecPlugin } from '../kubeconfig/kubeconfig.ts';
import { ConnectionError } from '../transport.ts';
import type { ClientCertificate } from './authenticator.ts';
import { readExecCredential } from './exec-answer.ts';
import { execInfo } from './exec-info.ts';
import { runPlugin } from './run-plugin.ts';

export interface ExecCredential {
  readonly token?: string;
  readonly certificate?: ClientCertificate;
  /** Milliseconds since 1970; absent: until the server refuses it. */
  readonly expiresAt?: number;
}

export interface ExecCredentials {
  /** Runs the command when there is nothing valid; calls at the same time share one run. */
  current(): Promise<ExecCredential>;
  /** The next call of {@link current} runs the command. */
  forget(): void;
}

export interface ExecContext {
  readonly target: ClusterTarget;
  readonly clock: Clock;
  readonly env: Readonly<Record<string, string | undefined>>;
}

/** How long an answer is used even if it has expired already, so that one request does not run the command twice. */
const LEAST_USE_MS = 1000;

export function createExecCredentials(plugin: ExecPlugin, context: ExecContext): ExecCredentials {
  let running: Promise<ExecCredential> | undefined;
  let known: ExecCredential | undefined;
  let usableUntil = 0;
  const run = async () => {
    known = await obtain(plugin, context);
    usableUntil = Math.max(known.expiresAt ?? Number.POSITIVE_INFINITY, context.clock.now() + LEAST_USE_MS);
    return known;
  };
  return {
    current: async () => {
      if (known !== undefined && context.clock.now() < usableUntil) return known;
      running ??= run().finally(() => {
        running = undefined;
      });
      return running;
    },
    forget: () => {
      known = undefined;
    },
  };
}

async function obtain(plugin: ExecPlugin, { target, env }: ExecContext): Promise<ExecCredential> {
  const fail = (what: string, cause?: unknown): never => {
    const whose = target.userName === undefined ? '' : ` (credentials of user "${target.userName}")`;
    throw new ConnectionError(target.server, `the command ${plugin.command}${whose} ${what}`, {
      code: 'ECREDENTIALS',
      cause,
    });
  };
  const interactive = plugin.interactiveMode !== 'Never' && process.stdin.isTTY === true;
  if (plugin.interactiveMode === 'Always' && !interactive)
    fail('must ask a person, and there is no terminal');
  const info = execInfo(plugin, { target, interactive });
  const outcome = await runPlugin(plugin, {
    env: { ...env, ...plugin.env, KUBERNETES_EXEC_INFO: JSON.stringify(info) },
    interactive,
  });
  switch (outcome.type) {
    case 'missing':
      return fail(`was not found. ${cleaned(plugin.installHint ?? 'Install it, or correct the kubeconfig')}`);
    case 'failed':
      return fail(outcome.what, outcome.cause);
    case 'printed': {
      const answer = readExecCredential(outcome.text, plugin.apiVersion);
      return typeof answer === 'string' ? fail(answer) : answer;
    }
  }
}

/** Without control characters, which could change the terminal. */
function cleaned(text: string): string {
  return text.trim().replace(/[^\P{C}\n\t]/gu, '');
}
